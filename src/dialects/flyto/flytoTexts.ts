/** Flyto's words for results and failures (RD-8…11, ED-6, SH-11, SH-13); it states few, so the crib's own stand elsewhere. */
import { durationText, endingText } from "../../core/jobs/commandEnding";
import { OutputBuffer } from "../../core/jobs/outputBuffer";
import { markedStderr } from "../../core/text/markedStderr";
import type { ToolResult } from "../../core/tools/tool";
import type { ToolError } from "../../core/vocabulary/toolError";
import type { ReadData } from "../../tools/files/readFile";
import type { WriteData } from "../../tools/files/writeFile";
import type { FetchData } from "../../tools/web/webResult";
import {
  commandNotes,
  dataOf,
  dialectPath,
  type EditFailure,
  endedCommand,
  type Given,
  hasLines,
  rangeNotice,
} from "../shared/over";

const pathOf = ({ file_path }: Given) => dialectPath(file_path);

/** RD-8: as `cat -n` prints it, lines counted from 1. */
export function flytoRead(result: ToolResult): string {
  const data = dataOf<ReadData>(result);
  const { text, offset, total, more, lineCut } = data;
  if (!hasLines(data) || total === 0) return result.text;
  const lines = text.split("\n").map((line, index) => `${String(offset + index + 1).padStart(6)}\t${line}`);
  return [...lines, ...(more || lineCut ? [rangeNotice(data)] : [])].join("\n");
}

/** RD-11: a folder is listed with `ls`. */
export function flytoReadFailed(error: ToolError, args: Given): string {
  if (error.code === "not_found") return `File not found: ${pathOf(args)}. Find it with Glob.`;
  if (error.code === "is_directory") return `${pathOf(args)} is a directory, not a file: list it with ls in Bash.`;
  return error.message;
}

/** ED-6: every line on which old_string stands. */
export function flytoEditFailed(error: ToolError, args: Given): string {
  const { found, lines = [] } = error.details as EditFailure;
  if (error.code !== "many_matches") return error.message;
  return `old_string occurs ${found} times in ${pathOf(args)}, on lines ${lines.join(", ")}: add surrounding lines until it is unique, or set replace_all.`;
}

/** What was written, by the path that was given: it is absolute, as the other tools want it. */
export const changed = (result: ToolResult, args: Given): string =>
  // Behind a blank: a short name may be a part of the words before it.
  result.text.replace(` ${dataOf<WriteData>(result).shown}`, () => ` ${pathOf(args)}`);

/** Bytes of both streams together, with their marks (SH-11). */
const maxOutput = 256 * 1024;

/** Lines of stderr with their marks, within the room; 80 % of it for the first ones. */
function markedWithin(stderr: string, room: number): string {
  const buffer = new OutputBuffer(Math.max(0, room - leftOutRoom), true);
  buffer.append(Buffer.from(markedStderr(stderr)));
  return buffer.shown().text;
}

/** Bytes that the line about what was left out takes at most. */
const leftOutRoom = 64;

/** Milliseconds after which it is told how long a command took (SH-13). */
const longWhile = 5000;

/** SH-11, SH-13: stdout, stderr with every line marked, how it ended, and how long it took where that was long. */
export function flytoRan(result: ToolResult): string {
  const data = endedCommand(result);
  if (!data) return result.text;
  const { stdout, stderr, durationMs, endedBy, timeoutMs } = data;
  const printed = stdout.replace(/\n$/, "");
  const room = maxOutput - Buffer.byteLength(printed) - 1;
  const output = [...(stdout === "" ? [] : [printed]), ...(stderr === "" ? [] : [markedWithin(stderr, room)])];
  const stopped = endedBy === "timeout" ? [`[stopped after ${timeoutMs} ms: raise timeout, or do less at once]`] : [];
  const cancelled = endedBy === "cancellation" ? ["[stopped by the person before it had ended]"] : [];
  const took = durationMs > longWhile ? `, ${durationText(durationMs)}` : "";
  return [
    ...(output.length > 0 ? output : ["(no output)"]),
    ...stopped,
    ...cancelled,
    ...commandNotes(data),
    `[${endingText(data)}${took}]`,
  ].join("\n");
}

/** There is no tool for it here. */
export const downloading = "curl in Bash";

/** The tool's own words on what has to be downloaded. */
const downloadAdvice =
  /(?<=(?:bytes were fetched|cannot be shown as text): (?:use )?)download_file(?= (?:to save the whole file|to save it)\.)/;

/** WF-2, DMG-1: as the crib says it; WebFetch cannot go on where a text was cut. */
export function fetched(result: ToolResult): string {
  const { more, text, total } = dataOf<FetchData>(result);
  const said = result.text.replace(downloadAdvice, downloading);
  if (!more) return said;
  const whole = said.slice(0, said.lastIndexOf("\n\n"));
  return `${whole}\n\n[Only the first ${text.length} of ${total} characters are shown; fetch a narrower address for the rest.]`;
}

/** WebFetch has no mode: a page that cannot be made into text is not to be had. */
export const fetchFailed = ({ message }: ToolError): string =>
  message.replace(/: ask for its source with mode "raw"\.$/, ": use another address.");
