/** What the run of a tool that an agent made has otherwise than a command (CT-2). */
import { delimiter, join } from "node:path";
import type { Confinement } from "../../core/ports/confinement";
import { type Program, programFolderVariable } from "../../core/vocabulary/program";
import { safePath } from "../environment/workspaceEnvironment";
import type { Mount } from "./places/mount";

/** Where a program finds its files in bubblewrap, whatever is in the workspace by then. */
export const programPlace = "/run/made-tool";

/** Its approved files, which are kept where nothing else in the sandbox can be seen. */
export const programMounts = ({ program }: Confinement): Mount[] =>
  program
    ? [
        { kind: "shown", path: programPlace, from: program.folder, isFolder: true },
        ...(program.dependencies === undefined
          ? []
          : [{ kind: "shown" as const, path: program.dependencies, isFolder: true }]),
      ]
    : [];

/** Below the folder with what a program depends on: where package managers put programs. */
const dependencyPrograms = [".venv/bin", "node_modules/.bin"];

/** Whose temporary folder it has: one of its own, so that nothing is in it that a command left there. */
export const tempOwner = (agent: string, { program, project }: Confinement): string =>
  JSON.stringify([project, agent, ...(program ? [program.digest] : [])]);

/** The folder it starts in: where it may not look, it may not be either. */
export const startFolder = (folder: string, { program }: Confinement): string =>
  program?.permissions.reads === "none" ? "/tmp" : folder;

/** Variables through which code from elsewhere gets into a program. */
const ways = /^(?:NODE_PATH|PYTHON.*|PERL5?LIB|RUBYLIB)$/;

/** @param place of its files. */
export function programEnvironment(
  given: NodeJS.ProcessEnv,
  { roots, program }: Pick<Confinement, "roots" | "program">,
  place: string,
): NodeJS.ProcessEnv {
  const { dependencies } = program ?? {};
  const own = dependencies === undefined ? [] : dependencyPrograms.map((folder) => join(dependencies, folder));
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !ways.test(name)));
  return { ...kept, PATH: [...own, safePath(given.PATH ?? "", roots)].join(delimiter), [programFolderVariable]: place };
}

/** The same environment for a command; for a program one that leads to its files. */
export const environmentFor = (
  given: NodeJS.ProcessEnv,
  confinement: Confinement,
  placeOf: (program: Program) => string,
): NodeJS.ProcessEnv =>
  confinement.program ? programEnvironment(given, confinement, placeOf(confinement.program)) : given;
