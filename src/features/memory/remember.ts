import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { decode, encode } from "../../lib/edits/text/encoding";
import { maxMemoryBytes, memoryFile, withNote } from "./memoryText";

/** What remember did. */
export interface RememberData {
  /** Absolute path of the file. */
  readonly path: string;
  readonly note: string;
  /** True when a note that stood there was replaced. */
  readonly replaced: boolean;
}

export const remember = defineTool({
  name: "remember",
  displayName: "Remember",
  summary: "Propose a note for the workspace's memory",
  description:
    "Keeps one short note about this workspace for later chats, in .toolcrib/memory.md, which the person reviews like any other change and may edit. Keep what took effort to find out and stays true: how to build and test, conventions, what the person corrected. Do not keep secrets, what the code says itself, or the state of the current work.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "memory note save keep learn lesson convention",
  },
  effectKinds: ["read", "write"],
  input: z.object({
    note: z.string().min(1).max(500).describe("The note, as one sentence."),
    topic: z
      .string()
      .min(1)
      .max(60)
      .default("General")
      .describe(
        'What it is about, as a heading; a note that replaces another stays under its topic. Default: "General".',
      ),
    replaces: z.string().min(1).optional().describe("The earlier note that this one replaces, word for word."),
  }),
  async plan({ note, topic, replaces }, context) {
    const wish = { note: plainNote(note), topic: oneLine(topic), replaces: replaces && plainNote(replaces) };
    if (wish.note === "" || wish.topic === "")
      throw new ToolError("invalid_input", "The note or its topic is empty: write the note as one sentence.");
    const target = await context.host.resolve(memoryFile);
    const before = await bytesOf(target, context);
    const { text, encoding } = decode(before ?? new Uint8Array(), target.shown);
    const noted = withNote(text, wish);
    if ("refusal" in noted)
      throw new ToolError(noted.refusal === "known" ? "no_change" : "not_found", `${noted.reason}.`);
    const after = encode(noted.text, encoding);
    if (after.length > maxMemoryBytes)
      throw new ToolError(
        "too_large",
        `${target.shown} would be ${after.length} bytes; the limit is ${maxMemoryBytes}: replace notes that are no longer needed.`,
      );
    const effect: WriteEffect = { kind: "write", target, before, after };
    const data: RememberData = { path: target.path, note: wish.note, replaced: replaces !== undefined };
    return {
      title: actionTitle`Remember: ${wish.note}`,
      effects: [effect],
      async run({ host }) {
        await host.write(effect);
        const added = `Added the note in ${target.shown}.`;
        const text = data.replaced ? replacedText(target.shown, wish.topic, noted.topic) : added;
        return { text, isError: false, data };
      },
    };
  },
});

/** @param wished the topic that the call gave. @param topic the one that the note stands under. */
function replacedText(shown: string, wished: string, topic: string): string {
  const done = `Replaced a note in ${shown}`;
  if (topic.toLowerCase() === wished.toLowerCase()) return `${done}.`;
  return topic === "" ? `${done}; it stays above the first topic.` : `${done}; it stays under the topic "${topic}".`;
}

/** A note is a list's item already. */
const plainNote = (note: string) => oneLine(note).replace(/^[-*] +/, "");

async function bytesOf(target: ResolvedPath, { host }: PlanContext): Promise<Uint8Array | undefined> {
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (stat && stat.kind !== "file")
    throw new ToolError("unwritable", `${target.shown} is not a file, so no note can be kept: remove it first.`);
  return stat && host.read(target);
}
