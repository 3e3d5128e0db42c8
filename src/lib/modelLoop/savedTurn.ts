/** One turn of a conversation as a host keeps it between requests: plain JSON of bounded size. */
import * as z from "zod";
import { isWellFormed, type Message, type Part } from "./conversation";
import { cutOnce, cuttable, withStubs } from "./shortenedResults";

/** Characters of JSON that one kept turn has at most. */
export const maxTurn = 200_000;

const part = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({
    kind: z.literal("call"),
    id: z.string().min(1),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal("result"), id: z.string().min(1), text: z.string(), isError: z.boolean().optional() }),
]);

const savedMessages = z
  .array(z.object({ role: z.enum(["user", "assistant"]), parts: z.array(part) }))
  .min(1)
  .refine((messages) => isWellFormed(messages as Message[]));

/** The turn for keeping: without pictures, its oldest results first cut to a stub when it is long; undefined when it cannot be kept. */
export function savedTurn(turn: readonly Message[]): readonly Message[] | undefined {
  const kept = turn.map(withoutPictures);
  // A turn can be far longer than what is kept of it: each message is looked at anew only when it was shortened.
  const lengths = kept.map(lengthOf);
  const isTooLong = () => lengths.reduce((sum, length) => sum + length + 1, 1) > maxTurn;
  while (isTooLong()) {
    const stubbed = stubOldest(kept);
    const at = stubbed >= 0 ? stubbed : cutLongest(kept);
    if (at < 0) return undefined;
    lengths[at] = lengthOf(kept[at] as Message);
  }
  return kept;
}

/** Characters of its JSON. */
const lengthOf = (message: Message): number => JSON.stringify(message).length;

/** What was kept, as far as it can be used: another version's, or what somebody else wrote, is no turn. */
export function readSavedTurn(kept: unknown): Message[] | undefined {
  const read = savedMessages.safeParse(kept);
  return read.success ? (read.data as Message[]) : undefined;
}

const withoutPictures = (message: Message): Message => ({
  ...message,
  parts: message.parts.map((given): Part => {
    if (given.kind === "data") return { kind: "text", text: `[A file of type ${given.mimeType} was attached here.]` };
    if (given.kind !== "result" || !given.parts) return given;
    const { parts, ...rest } = given;
    const what = parts.length === 1 ? "A picture of this result is" : `${parts.length} pictures of this result are`;
    return parts.length === 0 ? rest : { ...rest, text: `${rest.text}\n[${what} not kept.]` };
  }),
});

/** @returns which message was shortened; -1 when none can be. */
function stubOldest(messages: Message[]): number {
  const at = messages.findIndex((message) => withStubs(message) !== message);
  if (at >= 0) messages[at] = withStubs(messages[at] as Message);
  return at;
}

/** @returns which message was shortened; -1 when none can be. */
function cutLongest(messages: Message[]): number {
  const longest = Math.max(...messages.map(cuttable));
  const at = longest === 0 ? -1 : messages.findIndex((message) => cuttable(message) === longest);
  if (at >= 0) messages[at] = cutOnce(messages[at] as Message);
  return at;
}
