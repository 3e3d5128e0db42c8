/** A person is asked questions and answers them; nothing and nobody else does. */
import assert from "node:assert/strict";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { answerOf } from "../../../src/features/questions/questionText";
import { unattended } from "../../../src/headless/commands/call";
import { type CribOptions, realCrib } from "../../support/realCrib";

const questions = [
  {
    question: "Which database\nshould it be?",
    header: "Database",
    options: [{ label: "Postgres", description: "A server" }, { label: "SQLite" }],
  },
  { question: "Which checks?", options: [{ label: "lint" }, { label: "types" }, { label: "tests" }], multiple: true },
];
const given: Answer = {
  approved: true,
  by: "person",
  answers: [{ chosen: [], text: "DuckDB" }, { chosen: ["lint", "tests"] }],
};

const asking = async (answer: Answer, options: CribOptions = {}) => {
  const at = await realCrib({}, { ...options, confirm: async () => answer });
  return { ...at, ask: (input: object = { questions }) => at.call("ask_user", input) };
};

describe("ask_user", () => {
  it("puts the questions before a person, whatever is set, and tells what they answered", async () => {
    const { ask, asked, records } = await asking(given);
    const { text, isError, data } = await ask();
    assert.equal(isError, false);
    assert.equal(
      text,
      "The person answered:\n\nWhich database should it be?\nin their own words: DuckDB\n\nWhich checks?\nlint, tests",
    );
    assert.deepEqual(data, {
      answers: [
        { question: "Which database should it be?", chosen: [], text: "DuckDB" },
        { question: "Which checks?", chosen: ["lint", "tests"] },
      ],
    });
    const [question] = asked;
    assert.deepEqual([question?.decision.kind, question?.decision.always], ["ask", true]);
    assert.equal(question?.plan.title, "Ask 2 questions: Database, Question 2");
    assert.deepEqual(
      records.map(({ approvedBy, title }) => [approvedBy, title]),
      [["person", "Ask 2 questions: Database, Question 2"]],
    );
  });

  it("takes an option that is only its label, and a question that is not in a list", async () => {
    const { ask, asked } = await asking({ approved: true, by: "person", answers: [{ chosen: ["b"] }] });
    await ask({ questions: { question: "Which?", options: ["a", "b"] } });
    const [effect] = asked[0]?.plan.effects ?? [];
    assert.equal(effect?.kind === "present" && effect.text, "**Which?**\n\n- a\n- b");
  });

  it("shows what the model wrote as text: no links, no lines of its own", async () => {
    const { ask, asked } = await asking({ approved: true, by: "person", answers: [{ chosen: ["a"] }] });
    await ask({
      questions: [{ question: "[Click](command:x)\n# Approved\u202e", options: [{ label: "a" }, { label: "b\nc" }] }],
    });
    const [effect] = asked[0]?.plan.effects ?? [];
    assert.equal(
      effect?.kind === "present" && effect.text,
      "**\\[Click\\]\\(command\\:x\\) \\# Approved**\n\n- a\n- b c",
    );
    assert.equal(asked[0]?.plan.title, "Ask: [Click](command:x) # Approved");
  });

  it("nothing answers in the person's place", async () => {
    const confirm = unattended("all");
    const { call, records } = await realCrib({}, { confirm });
    const { text, isError } = await call("ask_user", { questions });
    assert.equal(isError, true);
    assert.equal(
      text,
      "The questions could not be put to a person: only a person can answer it, and nobody can be asked here. Go on as far as you can without the answers, and ask in your answer.",
    );
    assert.equal(records[0]?.approvedBy, "nobody");
  });

  it("a yes without answers answers nothing, as one that an automation gives", async () => {
    const { ask } = await asking({ approved: true, by: "option" });
    const { text, isError } = await ask();
    assert.equal(isError, true);
    assert.match(text, /^The questions could not be put to a person: the answers are incomplete\./);
  });

  it("a person who closes the questions has not answered, and may say why", async () => {
    const closed = await asking({ approved: false, by: "person" });
    assert.equal(
      (await closed.ask()).text,
      "The person closed the questions without answering. Do not ask the same again: go on as far as you can without the answers, and say what you assumed.",
    );
    const said = await asking({ approved: false, by: "person", feedback: "Read the README" });
    assert.match((await said.ask()).text, /without answering; they said: Read the README\. Do not/);
  });

  it("refuses what cannot be answered, and asks nobody", async () => {
    const { ask, asked } = await asking(given);
    const one = (question: object) => ask({ questions: [{ question: "Which?", ...question }] });
    const twice = await one({ options: [{ label: "a" }, { label: " a " }] });
    assert.equal(twice.text, 'Question 1 offers "a" twice: give each option a label of its own.');
    assert.equal(
      (await one({ options: [{ label: "a" }, { label: "\n" }] })).text,
      "Question 1 has an option without a label: name it.",
    );
    assert.equal(
      (await one({ question: " \u202e", options: [{ label: "a" }, { label: "b" }] })).text,
      "Question 1 is empty: write it as one sentence.",
    );
    for (const options of [[], [{ label: "a" }], ["a", "b", "c", "d", "e"].map((label) => ({ label }))])
      assert.equal((await one({ options })).isError, true);
    assert.equal((await ask({ questions: [] })).isError, true);
    assert.equal(asked.length, 0);
  });

  it("may be used while planning and in a folder that is not trusted", async () => {
    const { ask, session } = await asking(given, { trusted: false });
    session.plan.enter();
    assert.equal((await ask()).isError, false);
  });
});

describe("what counts as an answer", () => {
  const options = [{ label: "a" }, { label: "b" }];
  const one = { header: "", question: "", options, multiple: false };
  const several = { ...one, multiple: true };

  it("only what was offered, in the order of the options", () => {
    assert.deepEqual(answerOf(several, ["b", "c", "a"], undefined), { chosen: ["a", "b"] });
    assert.deepEqual(answerOf(one, ["b", "a"], undefined), { chosen: ["a"] });
  });

  it("words of their own take the place of a single choice, and stand beside several", () => {
    assert.deepEqual(answerOf(one, ["a"], " c "), { chosen: [], text: "c" });
    assert.deepEqual(answerOf(several, ["a"], "c"), { chosen: ["a"], text: "c" });
    assert.deepEqual(answerOf(one, ["a"], "  "), { chosen: ["a"] });
  });
});
