/** Questions to the person behind an MCP client, as a form (elicitation). */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { Answer } from "../../core/calls/approvals/answer";
import { revealed } from "../../core/text/markdown";
import type { Question, QuestionAnswer } from "../../core/vocabulary/effect";
import { answerOf, isAnswered } from "../../features/questions/questionText";
import { sampleTimeoutMs } from "./sampledModel";

type Properties = ElicitRequestFormParams["requestedSchema"]["properties"];

const field = (at: number) => `answer_${at + 1}`;
const wordsField = (at: number) => `words_${at + 1}`;
const optionField = (at: number, option: number) => `${field(at)}_${option + 1}`;

/** The questions with what each option means, which a form has no room for. */
function message(title: string, questions: readonly Question[]): string {
  const lines = questions.flatMap(({ question, options }, at) => [
    "",
    questions.length > 1 ? `${at + 1}. ${question}` : question,
    ...options.map(({ label, description }) => `  - ${label}${description === undefined ? "" : `: ${description}`}`),
  ]);
  return revealed([title, ...lines].join("\n"));
}

/** A yes or no for each option where several may be chosen: clients of older versions know no lists of choices. */
function fields({ header, question, options, multiple }: Question, at: number): Properties {
  const labels = options.map(({ label }) => label);
  const choice: Properties = multiple
    ? Object.fromEntries(
        labels.map((label, option) => [
          optionField(at, option),
          { type: "boolean", title: `${revealed(header)}: ${revealed(label)}`, default: false },
        ]),
      )
    : {
        [field(at)]: {
          type: "string",
          title: revealed(header),
          description: revealed(question),
          enum: labels,
        },
      };
  return { ...choice, [wordsField(at)]: { type: "string", title: `${revealed(header)}: in your own words` } };
}

function given(question: Question, at: number, content: NonNullable<ElicitResult["content"]>): QuestionAnswer {
  const { options, multiple } = question;
  const labels = multiple
    ? options.filter((_, option) => content[optionField(at, option)] === true).map(({ label }) => label)
    : [content[field(at)]];
  const words = content[wordsField(at)];
  return answerOf(question, labels, typeof words === "string" ? words : undefined);
}

/** Asks all questions in one form. An empty form is no answer. */
export async function elicitAnswers(
  server: Pick<Server, "elicitInput">,
  title: string,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Answer> {
  const properties: Properties = Object.assign({}, ...questions.map(fields));
  const { action, content } = await server.elicitInput(
    { message: message(title, questions), requestedSchema: { type: "object", properties } },
    { signal, timeout: sampleTimeoutMs },
  );
  const answers = action === "accept" && content ? questions.map((question, at) => given(question, at, content)) : [];
  return answers.some(isAnswered) ? { approved: true, by: "person", answers } : { approved: false, by: "person" };
}
