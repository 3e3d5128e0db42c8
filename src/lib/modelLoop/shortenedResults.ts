/** What is left of a result or a text when there is no room for it. */
import type { CallResultPart, Message, Part } from "./conversation";

/** Characters that a result may have and stay as it is. */
const short = 200;

const stubOf = (characters: number) =>
  `[A result of ${characters} characters was here; it was left out to save space.]`;

const isLong = (part: Part): part is CallResultPart =>
  part.kind === "result" && (part.text.length > short || (part.parts?.length ?? 0) > 0);

/** The message with its long results cut to a stub; the same message when it has none. */
export function withStubs(message: Message): Message {
  if (!message.parts.some(isLong)) return message;
  const parts = message.parts.map((part): Part => {
    if (!isLong(part)) return part;
    const { parts: pictures, ...rest } = part;
    return part.text.length > short ? { ...rest, text: stubOf(part.text.length) } : rest;
  });
  return { ...message, parts };
}

/** Characters of its longest text, a picture counting as the longest of all; 0 when nothing can be cut. */
export const cuttable = ({ parts }: Message): number =>
  Math.max(
    0,
    ...parts.map((part) => (part.kind === "call" ? 0 : hasBytes(part) ? Number.MAX_SAFE_INTEGER : textual(part))),
  );

const hasBytes = (part: Part) => part.kind === "data" || (part.kind === "result" && (part.parts?.length ?? 0) > 0);
const textual = (part: Part) => ("text" in part && part.text.length > short ? part.text.length : 0);

/** The message with its pictures left out, or else its longest text cut in half. */
export function cutOnce(message: Message): Message {
  if (message.parts.some(hasBytes)) return { ...message, parts: message.parts.map(withoutBytes) };
  const longest = cuttable(message);
  const at = message.parts.findIndex((part) => textual(part) === longest);
  return { ...message, parts: message.parts.map((part, index) => (index === at ? halved(part) : part)) };
}

function withoutBytes(part: Part): Part {
  if (part.kind === "data")
    return { kind: "text", text: `[A file of type ${part.mimeType} was here; there was no room for it.]` };
  if (part.kind !== "result") return part;
  const { parts, ...rest } = part;
  return rest;
}

const cutMark = "\n[… cut to save space …]\n";

/** Its beginning and its end. */
function halved(part: Part): Part {
  if (!("text" in part)) return part;
  const { text } = part;
  const kept = Math.floor((text.length - cutMark.length) / 4);
  return { ...part, text: `${text.slice(0, kept)}${cutMark}${text.slice(-kept)}` };
}
