/** What agents do all day, each step with what must come of it. */
import assert from "node:assert/strict";
import type { HostName, Soak } from "./soak";

/** A piece of work of one or more calls. */
export type Step = (soak: Soak) => Promise<void>;

const changing = ["steady", "moving", "made"];

/** A line of a file, which stands there once, and what an edit makes of it. */
export function someLine(soak: Soak, path: string): { old: string; fresh: string; after: string } {
  const text = soak.world.expected.get(path) as string;
  const old = soak.random.pick(text.split(/\r?\n/).filter((line) => line !== ""));
  const fresh = `${old.replace(/:.*/, "")}: ${soak.random.word()} ü`;
  return { old, fresh, after: text.replace(old, () => fresh) };
}

export const read = async (soak: Soak, host: HostName, path: string): Promise<void> => {
  const { text, isError } = await soak.must(host, "read_file", { path });
  // Results have their lines end as everywhere.
  if (!isError) assert.equal(text.replaceAll("\r\n", "\n"), soak.world.expected.get(path)?.replaceAll("\r\n", "\n"));
};

const look: Step = (soak) => read(soak, soak.some(), soak.world.pick(soak.random, ...changing));

export const edit: Step = async (soak) => {
  const host = soak.some();
  const path = soak.world.pick(soak.random, ...changing);
  await read(soak, host, path);
  const { old, fresh, after } = someLine(soak, path);
  await soak.change(host, "edit_file", { path, old_string: old, new_string: fresh }, { [path]: after });
};

export const create: Step = async (soak) => {
  const path = `made/${soak.random.word()}${soak.calls}.txt`;
  const content = Array.from({ length: 1 + soak.random.below(200) }, (_, at) => `${path} ${at}: new\n`).join("");
  await soak.change(soak.some(), "write_file", { path, content }, { [path]: content });
};

const replace: Step = async (soak) => {
  const host = soak.some();
  const path = soak.world.pick(soak.random, "steady");
  await read(soak, host, path);
  const end = soak.world.expected.get(path)?.includes("\r\n") ? "\r\n" : "\n";
  const lines = Array.from({ length: 20 }, (_, at) => `${path} line ${at}: ${soak.random.word()}`);
  const content = `${lines.join(end)}${end}`;
  await soak.change(host, "write_file", { path, content }, { [path]: content });
};

const remove: Step = async (soak) => {
  if (soak.world.expected.size <= 24) return create(soak);
  const host = soak.some();
  const path = soak.world.pick(soak.random, "steady", "made");
  await read(soak, host, path);
  await soak.change(host, "delete_file", { path }, { [path]: undefined });
};

const move: Step = async (soak) => {
  const host = soak.some();
  const path = soak.world.pick(soak.random, "steady", "made");
  await read(soak, host, path);
  const moved = `made/moved-${soak.random.word()}${soak.calls}.txt`;
  const after = { [path]: undefined, [moved]: soak.world.expected.get(path) };
  await soak.change(host, "move_file", { path, new_path: moved }, after);
};

const patch: Step = async (soak) => {
  const host = soak.some();
  const first = soak.world.pick(soak.random, "steady");
  const second = soak.world.pick(soak.random, "moving");
  const parts = [first, second].map((path) => ({ path, ...someLine(soak, path) }));
  for (const { path } of parts) await read(soak, host, path);
  const text = parts.flatMap(({ path, old, fresh }) => [`*** Update File: ${path}`, "@@", `-${old}`, `+${fresh}`]);
  const after = Object.fromEntries(parts.map(({ path, after }) => [path, after]));
  await soak.change(host, "apply_patch", { patch: ["*** Begin Patch", ...text, "*** End Patch"].join("\n") }, after);
};

const search: Step = async (soak) => {
  const path = soak.world.pick(soak.random, ...changing);
  const { old } = someLine(soak, path);
  const pattern = old.replace(/[^\w ]/g, ".");
  const { text, isError } = await soak.must(soak.some(), "search_text", { pattern });
  if (!isError) assert.ok(text.includes(path), `search_text for "${pattern}" did not find ${path}: ${text}`);
};

const list: Step = async (soak) => {
  const path = soak.world.pick(soak.random, "moving");
  const host = soak.some();
  const found = await soak.must(host, "find_files", { pattern: "moving/*.txt" });
  const listed = await soak.must(host, "list_directory", { path: "moving" });
  if (!found.isError) assert.ok(found.text.includes(path), found.text);
  if (!listed.isError) assert.ok(listed.text.includes(path.replace("moving/", "")), listed.text);
};

const commandThatReads: Step = async (soak) => {
  const path = soak.world.pick(soak.random, "steady", "moving");
  const { text, isError } = await soak.must(soak.some(), "run_command", { command: `cat ${path} | wc -l` });
  const lines = soak.world.expected.get(path)?.split("\n").length ?? 0;
  if (!isError) assert.match(text, new RegExp(`^${lines - 1}\n`));
};

const commandThatWrites: Step = async (soak) => {
  const path = soak.world.pick(soak.random, "steady");
  const line = `${path} line ${soak.calls + 20}: ${soak.random.word()}\n`;
  const after = { [path]: soak.world.expected.get(path) + line };
  await soak.change(soak.some(), "run_command", { command: `printf '${line.trim()}\\n' >> ${path}` }, after);
};

const background: Step = async (soak) => {
  const host = soak.some();
  const command = `echo begun; sleep ${soak.world.mark}${soak.random.below(1_000)}`;
  const { text } = await soak.must(host, "run_command", { command, background: true });
  const id = /bg_task_\d+/.exec(text)?.[0];
  assert.ok(id || soak.isDisturbed, text);
  if (!id) return;
  await soak.must(host, "job_output", { id });
  await soak.must(host, "job_stop", { id });
};

/** Two agents at one file: each change that is said to be made is in it, and no other. */
const both: Step = async (soak) => {
  const path = soak.world.pick(soak.random, "steady", "moving");
  const hosts = ["lasting", "restarted"] as const;
  for (const host of hosts) await read(soak, host, path);
  const [first, second] = [someLine(soak, path), someLine(soak, path)];
  const lines = [first, first.old === second.old ? first : second];
  const outcomes = await Promise.all(
    hosts.map((host, at) => {
      const { old, fresh } = lines[at] as typeof first;
      return soak.call(host, "edit_file", { path, old_string: old, new_string: fresh });
    }),
  );
  let text = soak.world.expected.get(path) as string;
  for (const [at, { isError }] of outcomes.entries()) {
    const { old, fresh } = lines[at] as typeof first;
    if (!isError) text = text.replace(old, () => fresh);
  }
  assert.ok(soak.isDisturbed || outcomes.some(({ isError }) => !isError), outcomes[0]?.text);
  soak.world.expect(path, text);
};

const nonsense = [
  ["read_file", { path: "no/such/file.txt" }],
  ["read_file", { path: 7 }],
  ["edit_file", { path: "steady", old_string: "a", new_string: "b" }],
  ["edit_file", { old_string: "a" }],
  ["write_file", { path: "../outside.txt", content: "x" }],
  ["write_file", { path: "/etc/toolcrib-soak", content: "x" }],
  ["apply_patch", { patch: "*** Begin Patch\n*** Update File: none.txt\n@@\n-a\n+b\n*** End Patch" }],
  ["apply_patch", { patch: "no patch" }],
  ["search_text", { pattern: "(" }],
  ["run_command", { command: "sudo rm -rf /" }],
  ["run_command", { command: "" }],
  ["job_output", { id: "bg_task_none" }],
  ["move_file", { path: "none.txt", new_path: "other.txt" }],
  ["delete_file", { path: ".." }],
] as const;

const refused: Step = async (soak) => {
  const [tool, args] = soak.random.pick(nonsense);
  const { text, isError } = await soak.call(soak.some(), tool, args);
  assert.ok(isError, `${tool} took ${JSON.stringify(args)}: ${text}`);
};

/** With how often each comes. Without the two that write by commands, all leave files whole even on a full disk. */
export const wholeSteps: readonly (readonly [string, Step, number])[] = [
  ["read", look, 12],
  ["edit", edit, 18],
  ["create", create, 6],
  ["replace", replace, 5],
  ["delete", remove, 4],
  ["move", move, 4],
  ["patch", patch, 5],
  ["search", search, 8],
  ["list", list, 5],
  ["refused", refused, 8],
  ["two at one file", both, 5],
  ["command that reads", commandThatReads, 2],
];

export const allSteps: typeof wholeSteps = [
  ...wholeSteps,
  ["command that writes", commandThatWrites, 3],
  ["command in the background", background, 1],
];

/** Takes one of the steps. */
export async function takeStep(soak: Soak, steps: typeof wholeSteps): Promise<void> {
  const [name, step] = soak.random.pick(steps.flatMap((row) => Array<typeof row>(row[2]).fill(row)));
  soak.count(name);
  await step(soak);
}
