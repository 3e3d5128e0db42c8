/** Runs many command lines in a folder that can be written, with everything else read-only and no network, and tells whether anything changed. */
import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { commandEnvironment } from "../../../src/node/environment/environment";
import { plainPackageManagers } from "../../../src/node/environment/plainPackageManagers";

/** Why there is no jail on this machine; undefined where there is one. */
export function jailProblem(): string | undefined {
  const tried = spawnSync("bwrap", [...jailArguments, "true"], { encoding: "utf8" });
  if (tried.error) return "bubblewrap is not installed";
  return tried.status === 0 ? undefined : `bubblewrap does not work here: ${tried.stderr.trim()}`;
}

/** Where commands run; deep enough that a few `..` stay in what is empty. */
export const workplace = "/tmp/top/x/y/w";

/** A root that cannot be changed, with empty folders that can. */
export const jailArguments = [
  ..."--unshare-all --die-with-parent --new-session --cap-drop ALL --ro-bind / / --dev /dev --proc /proc".split(" "),
  ..."--tmpfs /tmp --tmpfs /run --tmpfs /home --tmpfs /root --dir /run/t --dir /tmp/home".split(" "),
];

/** What lies in the folder: programs that leave a mark, and something for each program to read. */
export const setUp = `
mkdir -p ${workplace}/src ${workplace}/sub && cd ${workplace}
mark='#!/bin/sh
echo ran >> ${workplace}/MARK'
for name in evil x make = a P-program ]] ls.sh; do printf '%s\\n' "$mark" > "$name"; chmod +x "$name"; done
printf 'one two\\nthree\\n' > a.txt; cp a.txt b.txt; cp a.txt file.txt; cp a.txt src/a.ts; gzip -k a.txt; mv a.txt.gz a.gz
printf '{"name":"x","scripts":{"test":"./evil"}}' > package.json
printf 'all:\\n\\t./evil\\n' > Makefile
ln -s a.txt link; tar cf a.tar src
git init -q; git add .; git -c user.name=t -c user.email=t@t.test commit -qm first; printf 'more\\n' >> b.txt
`;

const driver = `
exec 2>/dev/null
${setUp}
print() { find /tmp /home /root -printf '%p %y %m %s %T@ %C@ %l\\n' | sort | cksum; }
before=$(print)
while IFS= read -r -d '' line <&3; do
  at=$((at + 1))
  printf '\\1%s\\2' "$at" >&4
  ( exec timeout -s KILL 1.5 bash --norc -c "$line" </dev/null >/dev/null 2>&4 3<&- 4>&- )
done
sleep 0.1
[ "$(print)" = "$before" ] && echo same || { echo changed; find /tmp -newer ${workplace}/.git/HEAD -printf '%p '; }
`;

/** What a command gets that runs unasked. */
export const jailEnvironment = (): NodeJS.ProcessEnv => ({
  ...commandEnvironment(process.env, [], true),
  ...plainPackageManagers(tmpdir()),
  HOME: "/tmp/home",
  TMPDIR: "/run/t",
  PWD: workplace,
});

/** What became of the lines of one jail. */
export interface Batch {
  readonly isChanged: boolean;
  /** What each line printed on its error output. */
  readonly errors: readonly string[];
}

/** Runs the lines one after the other in one jail. */
export async function runBatch(lines: readonly string[]): Promise<Batch> {
  const child = spawn("bwrap", [...jailArguments, "bash", "--norc", "-c", driver], {
    env: jailEnvironment(),
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  const text = (stream: NodeJS.ReadableStream | null | undefined) =>
    new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream?.on("end", () => resolve(Buffer.concat(chunks).toString("latin1")));
    });
  const [said, complained] = [text(child.stdout), text(child.stdio[4] as NodeJS.ReadableStream)];
  void text(child.stderr);
  const input = child.stdio[3] as NodeJS.WritableStream;
  input.on("error", () => {});
  input.end(lines.map((line) => `${line}\0`).join(""));
  const [verdict, errors] = [await said, await complained];
  if (!/^(?:same|changed)/.test(verdict)) throw new Error(`The jail told nothing of ${lines.length} lines.`);
  const parts = new Map([...errors.matchAll(/\x01(\d+)\x02([^\x01]*)/g)].map(([, at, text]) => [Number(at), text]));
  return { isChanged: verdict.startsWith("changed"), errors: lines.map((_, at) => parts.get(at + 1) ?? "") };
}

/** The lines that change something, each found in a jail of its own. */
export async function changingLines(lines: readonly string[]): Promise<string[]> {
  if (lines.length === 0 || !(await runBatch(lines)).isChanged) return [];
  if (lines.length === 1) return [...lines];
  const half = lines.length >> 1;
  return [...(await changingLines(lines.slice(0, half))), ...(await changingLines(lines.slice(half)))];
}
