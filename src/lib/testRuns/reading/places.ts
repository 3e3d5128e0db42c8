/** Places in what programs print of a failure: `file:line:column` in the ways of each language. */
import type { NamedPlace } from "./testRun";

/** Folders of libraries and of the languages themselves: no person looks for the failure there. */
const foreign =
  /^node:|^https?:|^internal\/|^<|^\[|node_modules[\\/]|site-packages[\\/]|[\\/]lib[\\/]python\d|^\/rustc\//;

/** True for a file that is part of what is tested. */
export const isOwnFrame = ({ file }: NamedPlace): boolean => !foreign.test(file);

function decodedUrl(file: string): string {
  const path = file.replace(/^file:\/\//, "").replace(/^\/(?=[A-Za-z]:)/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The place in which a text ends: `a.js:3`, `a.js:3:4`, `call (a.js:3:4)`. */
export function placeAtEnd(text: string): NamedPlace | undefined {
  const open = text.trimEnd().replace(/\)$/, "");
  const end = /:(\d{1,9})(?::(\d{1,9}))?$/.exec(open);
  if (!end) return undefined;
  const before = open.slice(0, end.index);
  const file = before.slice(before.lastIndexOf("(") + 1);
  if (file === "") return undefined;
  return {
    file: file.startsWith("file://") ? decodedUrl(file) : file,
    line: Number(end[1]),
    ...(end[2] !== undefined && { column: Number(end[2]) }),
  };
}

/** A line of a JavaScript stack: `at call (a.js:3:4)`, `at a.js:3:4`. */
export function scriptFrame(line: string): NamedPlace | undefined {
  const [, frame] = /^\s*(?:at|❯) (?:async )?(.+)$/.exec(line) ?? [];
  return frame === undefined ? undefined : placeAtEnd(frame);
}

/** A line of a Python traceback. */
export function pythonFrame(line: string): NamedPlace | undefined {
  const [, file, number] = /^\s*File "([^"]+)", line (\d{1,9})/.exec(line) ?? [];
  return file === undefined ? undefined : { file, line: Number(number) };
}

/** The places in lines, in their order, without those in libraries. */
export const ownPlaces = (
  lines: readonly string[],
  frame: (line: string) => NamedPlace | undefined,
): readonly NamedPlace[] =>
  lines.map(frame).filter((place): place is NamedPlace => place !== undefined && isOwnFrame(place));

/** What stands at the margin behind the last frame of a traceback; all lines where there is no frame. */
export function pythonError(lines: readonly string[]): readonly string[] {
  const lastFrame = lines.findLastIndex((line) => pythonFrame(line) !== undefined);
  const start = lines.findIndex((line, at) => at > lastFrame && /^\S/.test(line));
  return start === -1 ? lines : lines.slice(start);
}
