/**
 * Measures finding references in this process: `referencesProcess.js PROJECT STATE-FOLDER PACKAGE-OF-THE-SERVER TSSERVER
 * PROJECT-AS-JSON` prints one line of JSON. The bare question goes to another server of the same kind.
 */
import { dirname, join } from "node:path";
import { executeCall } from "../../src/core/calls/executeCall";
import { startMachine } from "../../src/headless/machine";
import { LanguageServer } from "../../src/node/languageServers/languageServer";
import { compare, type Row } from "./measure";
import type { ReferenceProject } from "./references";

const loadingMs = 120_000;
/** So many that neither a median depends on which of the first calls was compiled, nor the large answers take minutes. */
const roundsFor = (lines: number) => (lines > 1000 ? 25 : 100);

interface Measured {
  readonly name: string;
  /** Of the name's declaration, counted from 0. */
  readonly line: number;
  /** Lines with references to it. */
  readonly lines: number;
}

async function bareQuestions(start: Parameters<typeof LanguageServer.run>[0]) {
  const wait = { limitMs: loadingMs, signal: new AbortController().signal };
  const server = await LanguageServer.run(start, wait);
  const { uri } = await server.open(join(start.folders[0] ?? "", "names.ts"));
  await server.loaded(uri, wait);
  const ask = async ({ line, lines }: Measured) => {
    const position = { line, character: "export const ".length };
    const params = { textDocument: { uri }, position, context: { includeDeclaration: true } };
    const found = await server.ask("textDocument/references", params, wait, (answer: unknown[]) => answer.length);
    if (found !== lines) throw new Error(`${found} references, not ${lines}`);
  };
  return { ask, end: () => server.kill() };
}

async function wholeCalls(root: string, stateFolder: string, settings: Readonly<Record<string, unknown>>) {
  const machine = await startMachine({ roots: [root], dialect: "standard", agent: "bench", stateFolder, settings });
  const { signal } = new AbortController();
  return async ({ name, line, lines }: Measured) => {
    const confirm = async () => ({ approved: true, by: "option" }) as const;
    const turn = { id: crypto.randomUUID(), title: name };
    const wish = { tool: "find_references", input: { path: "names.ts", line: line + 1, name }, signal, turn };
    const { text, isError } = await executeCall(machine.crib, machine.session, wish, confirm);
    if (isError || !text.replaceAll(",", "").startsWith(`${lines} lines with references`)) throw new Error(text);
  };
}

async function main([root = "", state = "", serverPackage = "", tsserver = "", json = ""]: string[]): Promise<Row[]> {
  const command = [process.execPath, join(dirname(serverPackage), "lib", "cli.mjs"), "--stdio"];
  const options = { tsserver: { path: tsserver } };
  const call = await wholeCalls(root, state, {
    "toolcrib.languageServers": { typescript: { command, extensions: [".ts"], options } },
    "toolcrib.code.waitMs": loadingMs,
  });
  const { ask, end } = await bareQuestions({
    language: "typescript",
    extensions: [".ts"],
    command,
    options,
    folders: [root],
  });
  const { files: all, usedIn } = JSON.parse(json) as ReferenceProject;
  const rows: Row[] = [];
  for (const [line, [name, files]] of Object.entries(usedIn).entries()) {
    const wanted = { name, line, lines: 2 * files + 1 };
    const task = `references in ${files + 1} of ${(all + 1).toLocaleString("en")} files, beside the language server alone`;
    const row = await compare(
      task,
      () => ask(wanted),
      () => call(wanted),
      { rounds: roundsFor(wanted.lines), warm: true },
    );
    rows.push({ ...row, goal: { ratio: 1.2 } });
  }
  end();
  return rows;
}

void main(process.argv.slice(2)).then((rows) => {
  console.log(JSON.stringify(rows));
  // The machine's own server goes on.
  process.exit();
});
