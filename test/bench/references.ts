/** What finding references costs beside the language server's own answer. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./measure";

/** A project to find references in. */
export interface ReferenceProject {
  /** Its files but the one that declares the names. */
  readonly files: number;
  /** Names, and in how many of the files each is used: in two lines of each. */
  readonly usedIn: Readonly<Record<string, number>>;
}

export const largeProject: ReferenceProject = { files: 5000, usedIn: { few: 15, some: 200, all: 5000 } };

/** Files of one folder. */
const perFolder = 100;

function fileText(at: number, { usedIn }: ReferenceProject): string {
  const names = Object.keys(usedIn).filter((name) => at < (usedIn[name] ?? 0));
  return [
    `import { ${names.join(", ")} } from "../names";`,
    "",
    `export function part${at}(): number {`,
    "  let total = 0;",
    ...names.map((name) => `  total += ${name}(${at});`),
    "  return total;",
    "}",
    "",
  ].join("\n");
}

/** Writes it. @param root is made. */
function makeProject(root: string, project: ReferenceProject): void {
  mkdirSync(root, { recursive: true });
  const options = { strict: true, module: "esnext", moduleResolution: "bundler", target: "es2022", types: [] };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["**/*.ts"] }));
  const declared = Object.keys(project.usedIn).map(
    (name) => `export const ${name} = (value: number): number => value;\n`,
  );
  writeFileSync(join(root, "names.ts"), declared.join(""));
  for (let at = 0; at < project.files; at++) {
    const folder = join(root, `d${Math.floor(at / perFolder)}`);
    if (at % perFolder === 0) mkdirSync(folder);
    writeFileSync(join(folder, `part${at}.ts`), fileText(at, project));
  }
}

/** @param program the bundle of referencesProcess.ts. @param folder in which the project is made. */
export function referenceRows(program: string, folder: string, state: string, project: ReferenceProject): Row[] {
  const root = join(folder, "references");
  makeProject(root, project);
  const server = ["typescript-language-server/package.json", "typescript/lib/tsserver.js"];
  const args = [root, state, ...server.map((file) => require.resolve(file)), JSON.stringify(project)];
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: "utf8" })) as Row[];
}
