/** An editor's languages that answer as a test says, and a crib whose host has them. */
import { join } from "node:path";
import type {
  CodeAnswer,
  CodeLocation,
  CodePoint,
  CodePort,
  CodeSymbol,
} from "../../src/core/ports/editor/codeIntelligence";
import type { Host } from "../../src/core/ports/host";
import { type CribOptions, type RealCrib, realCrib } from "./realCrib";
import type { Tree } from "./tempFolder";

/** What a language answers at once. */
export const answer = <T>(...found: readonly T[]): CodeAnswer<T> => ({ found, waitedMs: 0, isSilent: false });

/** What comes of a language that has not loaded in time. */
export const silence = { found: [], waitedMs: 15_000, isSilent: true } as const;

const nothing = async () => answer<never>();

/** A place of a name, both counted from 0. */
export const at = (path: string, line: number, character: number, length: number): CodeLocation => ({
  path,
  address: `file://${path}`,
  range: { start: { line, character }, end: { line, character: character + length } },
});

export const symbol = (name: string, kind: string, location: CodeLocation, container = ""): CodeSymbol => ({
  ...{ name, kind, container, location },
});

/** Answers nothing but what it is told to. */
export const fakeCode = (answers: Partial<CodePort>): CodePort => ({
  outline: nothing,
  symbols: nothing,
  locations: nothing,
  calls: nothing,
  types: nothing,
  hover: nothing,
  problems: nothing,
  rename: async () => ({ files: [] }),
  actions: nothing,
  format: nothing,
  ...answers,
});

/** A crib, and what its languages were asked. */
export interface CodeCrib extends RealCrib {
  /** The points that were asked about, as `a.ts:1:5` with line and column from 1. */
  readonly points: string[];
  /** The words of a result. */
  said(tool: string, input: object): Promise<string>;
  path(name: string): string;
}

/** @param answers what the languages answer in a folder. */
export async function codeCrib(
  tree: Tree,
  answers: (path: (name: string) => string, points: string[]) => Partial<CodePort>,
  options: CribOptions = {},
): Promise<CodeCrib> {
  const points: string[] = [];
  let port = fakeCode({});
  const code: CodePort = new Proxy(port, { get: (_, name) => port[name as keyof CodePort] });
  const host: Partial<Host> = { code };
  const made = await realCrib(tree, { ...options, host: { ...host, ...options.host } });
  const path = (name: string) => join(made.root, name);
  port = fakeCode(answers(path, points));
  return { ...made, points, path, said: async (tool, input) => (await made.call(tool, input)).text };
}

/** Where a language was asked. */
export const pointText = ({ file, position }: CodePoint): string =>
  `${file.shown}:${position.line + 1}:${position.character + 1}`;
