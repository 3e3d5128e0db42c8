/** What becomes of a file that a branch and the workspace have both gone on from. */
import { sameBytes } from "../../../core/text/changedBytes";
import { type DecodedText, decode, type Encoding, encode, losslessEncoding, mustHold } from "../text/encoding";
import { keepLineEndings } from "../text/lineEndings";

/** A file on three sides; undefined: it is not there. */
export interface FileSides {
  /** As the workspace has it. */
  readonly ours: Uint8Array | undefined;
  /** Where the branch began. */
  readonly base: Uint8Array | undefined;
  /** As the branch has it. */
  readonly theirs: Uint8Array | undefined;
}

/** How a file is named and stored. */
export interface MergedFile {
  readonly shown: string;
  /** Label of `FilePort.encodingOf`. */
  readonly configured?: string | undefined;
}

/** Merges two changes of one text; see `Worktrees.mergeLines`. */
export type LineMerger = (texts: {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}) => Promise<{ readonly text: string; readonly conflicts: number }>;

/**
 * `same`: the workspace needs no change. `write`: what it is to hold, undefined for a file that goes. `conflict`: why
 * neither side is right, and the text with both between markers where it is one.
 */
export type FileMerge =
  | { readonly kind: "same" }
  | { readonly kind: "write"; readonly after: Uint8Array | undefined }
  | { readonly kind: "conflict"; readonly reason: string; readonly marked?: Uint8Array };

const written = (after: Uint8Array | undefined): FileMerge => ({ kind: "write", after });
const conflict = (reason: string, marked?: Uint8Array): FileMerge => ({
  kind: "conflict",
  reason,
  ...(marked && { marked }),
});

/** Takes what only one side changed, and merges lines where both did. */
export async function mergeFile(sides: FileSides, file: MergedFile, merge: LineMerger): Promise<FileMerge> {
  const { ours, base, theirs } = sides;
  if (sameBytes(ours, theirs) || sameBytes(base, theirs)) return { kind: "same" };
  if (sameBytes(ours, base)) return written(theirs);
  if (theirs === undefined) return conflict("the branch deletes it and the workspace changed it");
  if (ours === undefined) return conflict("the branch changes it and the workspace deleted it");
  const texts = textsOf({ ours, base: base ?? new Uint8Array(), theirs }, file);
  return texts ? mergeTexts(texts, file, merge) : conflict("both sides changed it and it is not text");
}

interface Texts {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Of the workspace's file. */
  readonly encoding: Encoding;
}

/** Undefined when one side is no text. */
function textsOf(sides: Readonly<Record<"ours" | "base" | "theirs", Uint8Array>>, file: MergedFile): Texts | undefined {
  try {
    const read = (bytes: Uint8Array): DecodedText => decode(bytes, file.shown, file.configured);
    const { text: ours, encoding } = read(sides.ours);
    return { ours, base: read(sides.base).text, theirs: read(sides.theirs).text, encoding };
  } catch {
    return undefined;
  }
}

const hasCrlf = (text: string) => text.includes("\r\n");

/** The other sides with the line endings of ours, where those were changed as a whole. */
function withOurEndings({ ours, base, theirs }: Texts): Pick<Texts, "base" | "theirs"> {
  if (base === "" || hasCrlf(ours) === hasCrlf(base)) return { base, theirs };
  const plain = (text: string) => text.replaceAll("\r\n", "\n");
  return { base: keepLineEndings(ours, plain(base)), theirs: keepLineEndings(ours, plain(theirs)) };
}

async function mergeTexts(texts: Texts, { shown }: MergedFile, merge: LineMerger): Promise<FileMerge> {
  const { ours, encoding } = texts;
  const { base, theirs } = withOurEndings(texts);
  if (ours === theirs || base === theirs) return { kind: "same" };
  const { text, conflicts } = ours === base ? { text: theirs, conflicts: 0 } : await merge({ ours, base, theirs });
  const bytes = encoded(text, encoding, shown);
  if (!bytes) return conflict(`the branch has characters that ${encoding} does not`);
  if (conflicts === 0) return written(bytes);
  return conflict(`both sides changed the same lines in ${conflicts === 1 ? "1 place" : `${conflicts} places`}`, bytes);
}

/** Undefined when the encoding cannot hold the text, or the bytes would be read in another. */
function encoded(text: string, encoding: Encoding, shown: string): Uint8Array | undefined {
  try {
    mustHold(encoding, text, shown);
    const bytes = encode(text, encoding);
    return losslessEncoding(bytes, shown, encoding) === encoding ? bytes : undefined;
  } catch {
    return undefined;
  }
}
