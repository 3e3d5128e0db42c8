import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { type Declined, defineTool } from "../../core/tools/tool";
import type { PresentEffect, Question, QuestionAnswer } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { answersText, questionsText } from "./questionText";

/** What ask_user brought back, for dialects that word it themselves. */
export interface AskData {
  readonly answers: readonly (QuestionAnswer & { readonly question: string })[];
}

const option = z.object({
  label: z.string().min(1).max(100).describe("What the person chooses, in one to five words."),
  description: z.string().max(300).optional().describe("What choosing it means."),
});

const questionInput = z.object({
  question: z.string().min(1).max(500).describe("The whole question, as one sentence."),
  header: z.string().min(1).max(30).optional().describe("A word or two that name the question, as a title."),
  options: z.array(option).min(2).max(4).describe("The answers to choose from; one for other words is always added."),
  multiple: z.boolean().default(false).describe("Whether several options may be chosen. Default: false."),
});

export const askUser = defineTool({
  name: "ask_user",
  displayName: "Ask User",
  summary: "Ask you one to four questions and wait for the answers",
  description:
    "Asks the person one to four questions and waits for the answers. Use it when the work depends on a decision that is theirs: what they prefer, what they meant, which of several ways to go. Each question has two to four options, and the person may always answer in words of their own. Do not ask for permission (tools ask for it themselves), nor for what you can find out.",
  metadata: {
    concurrencySafe: false,
    readOnly: true,
    destructive: false,
    idempotent: false,
    searchHint: "ask question user person choose options clarify decision",
  },
  effectKinds: ["present"],
  input: z.object({
    questions: z.array(questionInput).min(1).max(4).describe("The questions, in the order in which they are asked."),
  }),
  async plan({ questions: given }) {
    const questions = given.map(plainQuestion);
    const [first] = questions;
    const title = questions.length === 1 && first ? first.question : questions.map(({ header }) => header).join(", ");
    const effect: PresentEffect = { kind: "present", title, text: questionsText(questions), questions };
    return {
      title:
        questions.length === 1 ? actionTitle`Ask: ${title}` : actionTitle`Ask ${questions.length} questions: ${title}`,
      effects: [effect],
      async run({ host }) {
        const answers = host.answers(effect);
        if (answers.length !== questions.length)
          throw new ToolError("declined", declinedText({ by: "nobody", feedback: "the answers are incomplete" }));
        const data: AskData = {
          answers: questions.map(({ question }, at) => ({ question, ...(answers[at] ?? { chosen: [] }) })),
        };
        return { text: answersText(questions, answers), isError: false, data };
      },
      declined: declinedText,
    };
  },
});

/** @throws ToolError `invalid_input` for a question that a person could not answer. */
function plainQuestion({ question, header, options, multiple }: z.infer<typeof questionInput>, at: number): Question {
  const plain = options.map(({ label, description = "" }) => {
    const text = oneLine(description);
    return { label: oneLine(label), ...(text !== "" && { description: text }) };
  });
  const labels = plain.map(({ label }) => label);
  const name = `Question ${at + 1}`;
  const asked = oneLine(question);
  if (asked === "") throw new ToolError("invalid_input", `${name} is empty: write it as one sentence.`);
  if (labels.includes("")) throw new ToolError("invalid_input", `${name} has an option without a label: name it.`);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined)
    throw new ToolError("invalid_input", `${name} offers "${twice}" twice: give each option a label of its own.`);
  return { question: asked, header: oneLine(header ?? "") || name, options: plain, multiple };
}

const declinedText = ({ by, feedback }: Declined): string =>
  by === "person"
    ? `The person closed the questions without answering${feedback ? `; they said: ${feedback}` : ""}. Do not ask the same again: go on as far as you can without the answers, and say what you assumed.`
    : `The questions could not be put to a person${feedback ? `: ${feedback}` : ""}. Go on as far as you can without the answers, and ask in your answer.`;
