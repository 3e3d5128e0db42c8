import { bodyKindOf, isPlainUtf8 } from "./body/contentKind";
import type { Page, PageJob, PageMode } from "./body/page";
import { shownText } from "./body/shownText";
import { formattedJson, isJsonFeed } from "./jsonText";

/** Characters by which the kind is told. */
const headBytes = 4096;

/** The beginning of a body, in which ASCII is itself whatever the encoding. */
export const documentHead = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, headBytes)).toString("latin1").replaceAll("\0", "");

/** A body as text that takes neither a table of characters nor a parser of markup; undefined for all others. */
export function readDirectly({ body, contentType, mode }: PageJob): Page | undefined {
  const kind = bodyKindOf(contentType, documentHead(body));
  if ((kind !== "text" && kind !== "json") || !isPlainUtf8(body, contentType)) return undefined;
  const text = new TextDecoder().decode(body);
  return isJsonFeed(text) ? undefined : readPlain({ kind, text, charset: "utf-8", mode });
}

/** Decoded text or JSON. */
interface Plain {
  readonly kind: "text" | "json";
  readonly text: string;
  readonly charset: string;
  readonly mode: PageMode;
}

/** A page of text or JSON. */
export const readPlain = ({ kind, text, charset, mode }: Plain): Page =>
  kind === "json" && mode !== "raw"
    ? { kind, charset, ...formattedJson(text) }
    : { kind, text: shownText(text), charset, notes: [] };
