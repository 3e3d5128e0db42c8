/**
 * `npm run evaluate`: measures what models meet: questions about commands, edits with the mistakes that models make, tokens,
 * and calls until scripted tasks are done.
 *
 *   --repository DIR                a git repository whose history gives the hunks; repeatable (default: this one)
 *   --hunks N                       how many hunks, from all repositories together (default: 100)
 *   --server NAME=SPELLING:COMMAND  one more system, a server over MCP; repeatable; `{root}` stands for the folder
 *   --system NAME                   only this system; repeatable
 *   --write                         writes docs/evaluation.md
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tempFolder } from "../support/tempFolder";
import { measureCommands } from "./commands";
import { measureDefinitions } from "./definitions";
import { measureEdits } from "./edits";
import { type Hunk, hunksOf } from "./hunks";
import { reportOf, type SystemReport, writeReport } from "./report";
import { mcpSystem, ownSystems, type System } from "./servers";
import { measureTasks } from "./tasks";

const wrongFile = "out/evaluate/wrong.json";

async function measure(system: System, hunks: readonly Hunk[]): Promise<SystemReport> {
  console.error(`${system.name}: definitions, tasks, edits`);
  const server = await system.start(tempFolder());
  const definitions = measureDefinitions(server);
  await server.close();
  const { rows, calls } = await measureTasks(system);
  return { name: system.name, definitions, tasks: rows, calls, edits: await measureEdits(system, hunks) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      repository: { type: "string", multiple: true, default: ["."] },
      hunks: { type: "string", default: "100" },
      server: { type: "string", multiple: true, default: [] },
      system: { type: "string", multiple: true },
      write: { type: "boolean", default: false },
    },
  });
  const each = Math.ceil(Number(values.hunks) / values.repository.length);
  const hunks = values.repository.flatMap((repository) => hunksOf(repository, each));
  const systems = [...ownSystems(), ...values.server.map(mcpSystem)].filter(
    ({ name }) => values.system?.includes(name) ?? true,
  );
  const commands = await measureCommands();
  const reports: SystemReport[] = [];
  for (const system of systems) reports.push(await measure(system, hunks));
  const report = reportOf(commands, reports, hunks.length);
  console.log(report);
  if (values.write) writeReport(report);
  const wrong = reports.flatMap(({ edits }) => edits.wrong);
  mkdirSync("out/evaluate", { recursive: true });
  writeFileSync(wrongFile, `${JSON.stringify(wrong, undefined, 2)}\n`);
  const own = new Set(ownSystems().map(({ name }) => name));
  const defects = wrong.filter(({ system }) => own.has(system)).length + commands.falseAllows.length;
  if (defects === 0) return;
  console.error(`${defects} defects of ours: wrong bytes (${wrongFile}), or hostile commands that would run unasked:`);
  for (const command of commands.falseAllows) console.error(`  ${command}`);
  process.exitCode = 1;
}

main().then(
  // What systems keep open for their next call does not hold up the end.
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
