/** Jupyter notebooks as a person reads them: cell by cell. */
import * as z from "zod";
import { plainOutput } from "../edits/terminal/terminalText";
import { type ContentType, contentOf, headBytes } from "./contentType";

/** Characters shown of one output; of a longer one the beginning and the end. */
const maxOutput = 4000;

/** Text as notebooks store it: whole, or line by line. */
const multiline = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);

const output = z.object({
  output_type: z.string(),
  name: z.string().optional(),
  text: multiline.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
});
type Output = z.infer<typeof output>;

const cell = z.object({
  cell_type: z.string(),
  source: multiline.optional(),
  /** What version 3 of the format called the source of code. */
  input: multiline.optional(),
  outputs: z.array(output).optional(),
});
type Cell = z.infer<typeof cell>;

const cells = z.array(cell);
const notebook = z.object({
  cells: cells.optional(),
  worksheets: z.array(z.object({ cells })).optional(),
  metadata: z
    .object({
      kernelspec: z.object({ language: z.string().optional() }).optional(),
      language_info: z.object({ name: z.string().optional() }).optional(),
    })
    .optional(),
});

/** A picture that a cell made. */
export interface NotebookPicture {
  /** Counted from 1, through the notebook. */
  readonly number: number;
  /** Number of its cell, from 1. */
  readonly cell: number;
  readonly type: ContentType;
  readonly bytes: Uint8Array;
  /** The line of the text that stands for it. */
  readonly line: string;
}

/** A notebook as it is shown. */
export interface NotebookView {
  readonly text: string;
  readonly pictures: readonly NotebookPicture[];
}

/** The cells of a notebook as text, and the pictures they made; undefined for text that is no notebook. */
export function notebookView(json: string): NotebookView | undefined {
  const { data } = notebook.safeParse(parsed(json));
  const all = data?.cells ?? data?.worksheets?.flatMap((sheet) => sheet.cells);
  if (!all) return undefined;
  const language = data?.metadata?.language_info?.name ?? data?.metadata?.kernelspec?.language ?? "code";
  const pictures: NotebookPicture[] = [];
  const text = all.map((one, index) => cellText(one, index + 1, language, pictures)).join("\n\n");
  return { text, pictures };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** @param pictures is added to. */
function cellText(
  { cell_type, source, input, outputs = [] }: Cell,
  number: number,
  language: string,
  pictures: NotebookPicture[],
): string {
  const kind = cell_type === "code" ? `code, ${language}` : cell_type;
  const made = outputs.map((one) => `--- output of cell ${number} ---\n${outputText(one, number, pictures)}`);
  return [`--- cell ${number} (${kind}) ---`, (source ?? input ?? "").trimEnd(), ...made].join("\n");
}

function outputText(
  { text, data = {}, ename, evalue, traceback }: Output,
  cell: number,
  pictures: NotebookPicture[],
): string {
  if (ename !== undefined) return shortened(plainOutput(traceback?.join("\n") || `${ename}: ${evalue ?? ""}`));
  if (text !== undefined) return shortened(plainOutput(text));
  const plain = multiline.safeParse(data["text/plain"]).data;
  const others = Object.entries(data).filter(([mimeType]) => mimeType !== "text/plain");
  const notes = others.map(([mimeType, content]) => {
    const size = `${mimeType}, ${sizeOf(content)} characters`;
    const picture = pictureOf(content);
    if (!picture) return `[${size}, not shown]`;
    const number = pictures.length + 1;
    const line = `[picture ${number}: ${size}]`;
    pictures.push({ number, cell, line, ...picture });
    return line;
  });
  return [...(plain === undefined ? [] : [shortened(plainOutput(plain))]), ...notes].join("\n");
}

/** What is stored in base64, if it is a picture that can be decoded. */
function pictureOf(content: unknown): Pick<NotebookPicture, "type" | "bytes"> | undefined {
  const bytes = Buffer.from(multiline.safeParse(content).data ?? "", "base64");
  const type = contentOf(bytes.subarray(0, headBytes));
  return type?.kind === "image" && type.decodable ? { type, bytes } : undefined;
}

const sizeOf = (content: unknown): number => (multiline.safeParse(content).data ?? JSON.stringify(content)).length;

function shortened(text: string): string {
  const whole = text.trimEnd();
  if (whole.length <= maxOutput) return whole;
  const half = maxOutput / 2;
  return `${whole.slice(0, half)}\n[${whole.length - maxOutput} characters left out]\n${whole.slice(-half)}`;
}
