/** The table of programs whose arguments are understood (D-13). Anything that is not in it asks. */
import { checkingPrograms } from "./checkers";
import { conditionPrograms } from "./conditions";
import { filePrograms } from "./files";
import { gitPrograms } from "./git/git";
import { githubPrograms } from "./github";
import { machinePrograms } from "./machine";
import type { KnownProgram } from "./program";
import { runningPrograms } from "./runners";
import { searchPrograms } from "./search";
import { systemPrograms } from "./system";
import { textPrograms } from "./text";
import { writingPrograms } from "./writers";

/** Every row. */
export const programs: readonly KnownProgram[] = [
  ...filePrograms,
  ...textPrograms,
  ...conditionPrograms,
  ...searchPrograms,
  ...gitPrograms,
  ...systemPrograms,
  ...machinePrograms,
  ...checkingPrograms,
  ...githubPrograms,
  ...runningPrograms,
  ...writingPrograms,
];

const byName = new Map(programs.flatMap((program) => program.names.map((name) => [name, program] as const)));

/** The row of a program's base name. */
export const programOf = (base: string): KnownProgram | undefined => byName.get(base);
