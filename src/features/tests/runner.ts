/** What a program that runs a project's tests is asked for, and how it is called. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";

/** What is to be run. */
export interface TestWish {
  /** Relative to the project's folder; absent: all files. */
  readonly file?: string | undefined;
  /** Names or parts of names; empty: all tests. */
  readonly names: readonly string[];
  /** Whether the runner is to write a report of what was covered. */
  readonly coverage: boolean;
}

/** How tests are run. */
export interface TestCall {
  /** For a POSIX shell, in the project's folder. */
  readonly command: string;
  /** What it leaves out or runs beside what is wanted, as one clause. */
  readonly note?: string;
}

/** A program that runs tests. */
export interface Runner {
  readonly name: string;
  /** What it was recognised by, as one clause. */
  readonly because: string;
  call(wish: TestWish): TestCall;
  /** Reports of coverage that it may write, relative to the project's folder; empty: it writes none that is read here. */
  readonly reports: readonly string[];
  /** Why a wish cannot be met, as one sentence; undefined when it can. */
  refusal?(wish: TestWish): string | undefined;
}

/** Files of a project, as far as they are there. */
export interface ProjectFiles {
  readonly packageJson?: string | undefined;
  readonly pyproject?: string | undefined;
  /** Names in the project's folder. */
  readonly names: ReadonlySet<string>;
}

/** Those that are there, as one line. */
export const words = (...parts: readonly (string | undefined | false)[]) => parts.filter(Boolean).join(" ");

/** A text as a regular expression that it alone matches. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The file or folder as one word of a command; false without one. */
export const fileWord = ({ file }: TestWish) => file !== undefined && quoted(file.startsWith("-") ? `./${file}` : file);

/** The refusal of a program that cannot measure coverage. */
export const noReport = (name: string) => `${name} writes no lcov or Cobertura report: call without coverage.`;
