/** Questions to a person, and their answers, in words. */

import { plainMarkdown } from "../../core/text/markdown";
import type { Question, QuestionAnswer } from "../../core/vocabulary/effect";

/** Characters of an answer in words of their own; a longer one belongs into the chat. */
export const maxAnswerCharacters = 10_000;

/** The questions with their options, as Markdown. */
export function questionsText(questions: readonly Question[]): string {
  const asked = questions.map(({ question, options, multiple }, at) => {
    const number = questions.length > 1 ? `${at + 1}\\. ` : "";
    const lines = options.map(({ label, description }) => {
      const more = description === undefined ? "" : `: ${plainMarkdown(description)}`;
      return `- ${plainMarkdown(label)}${more}`;
    });
    return [`**${number}${plainMarkdown(question)}**${multiple ? " (several may be chosen)" : ""}`, "", ...lines];
  });
  return asked.map((lines) => lines.join("\n")).join("\n\n");
}

/** What a person chose and wrote, in one line; empty where they left the question open. */
const answerText = ({ chosen, text }: QuestionAnswer): string =>
  [...chosen, ...(text === undefined ? [] : [`in their own words: ${text}`])].join(", ");

/** The answers as the model reads them. */
export function answersText(questions: readonly Question[], answers: readonly QuestionAnswer[]): string {
  const lines = questions.map(({ question }, at) => {
    const answer = answerText(answers[at] ?? { chosen: [] });
    return `${question}\n${answer === "" ? "(left open)" : answer}`;
  });
  return `The person answered:\n\n${lines.join("\n\n")}`;
}

/** True for an answer that says something. */
export const isAnswered = ({ chosen, text }: QuestionAnswer): boolean => chosen.length > 0 || text !== undefined;

/**
 * What a person chose and wrote as an answer: what was not offered does not count, of a question with one answer only
 * the first counts, and words of their own stand beside the options only where several may be chosen.
 */
export function answerOf(
  { options, multiple }: Question,
  labels: readonly unknown[],
  words: string | undefined,
): QuestionAnswer {
  const chosen = options.map(({ label }) => label).filter((label) => labels.includes(label));
  const text = words?.trim().slice(0, maxAnswerCharacters);
  if (!text) return { chosen: multiple ? chosen : chosen.slice(0, 1) };
  return { chosen: multiple ? chosen : [], text };
}
