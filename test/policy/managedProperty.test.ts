/**
 * No sequence of calls, hook opinions, workspace files, settings and remembered answers turns a managed deny into anything
 * else.
 */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { caseCount } from "../../scripts/testing/caseCount.cjs";
import { machineDisk } from "../../src/composition/disk";
import { makeCribs, PolicyReader } from "../../src/composition/makeCribs";
import { executeCall } from "../../src/core/calls/executeCall";
import { prepareCall } from "../../src/core/calls/prepareCall";
import { Session } from "../../src/core/session/session";
import { readSettings } from "../../src/core/settings/readSettings";
import { allow, ask, askAlways, type Decision, deny } from "../../src/core/vocabulary/decision";
import type { Effect, EffectKind } from "../../src/core/vocabulary/effect";
import { standard } from "../../src/dialects/shared/standard";
import { IntegrationFiles } from "../../src/features/integrations/node/integrationFiles";
import { MadeToolFiles } from "../../src/features/madeTools/node/madeToolFiles";
import { schedulesIn } from "../../src/features/schedules/node/scheduleFiles";
import { SkillFiles } from "../../src/features/skills/node/skillFiles";
import { JournalFiles } from "../../src/features/undo/node/journalFiles";
import { AccessGrantFiles } from "../../src/features/workspaces/node/accessGrants";
import { AgentWorkspaces } from "../../src/features/workspaces/node/agentWorkspaces";
import { OutputLogs } from "../../src/node/commands/outputLogs";
import { NodeFiles } from "../../src/node/files/nodeFiles";
import { readRoots } from "../../src/node/files/resolvePath";
import { PolicyFiles } from "../../src/node/state/policyFiles";
import { projectOf } from "../../src/node/state/project";
import { bareCrib, toolOf } from "../support/bareCrib";
import { tempFolder } from "../support/tempFolder";

/** What there is to do, by a name. */
const deeds = {
  "read a": ["read", "a.txt"],
  "read a otherwise": ["read", "dir/../A.TXT"],
  "read x": ["read", "dir/x.txt"],
  "list dir": ["list", "dir"],
  "write a": ["write", "a.txt"],
  "write x": ["write", "dir/x.txt"],
  "write through a link": ["write", "link/x.txt"],
  touch: ["exec", "touch a.txt"],
  "touch in a list": ["exec", "ls; (cd dir && /usr/bin/touch x.txt)"],
  push: ["exec", "git push -f"],
  "push in a string": ["exec", "bash -c 'git push'"],
  look: ["exec", "ls"],
  "fetch y": ["fetch", "https://y.example/p"],
  "fetch below z": ["fetch", "https://a.z.example:8443/"],
  "curl y": ["exec", "curl https://y.example/q"],
  delegate: ["delegate", "helper"],
} as const satisfies Record<string, readonly [EffectKind, string]>;
type Deed = keyof typeof deeds;
const all = Object.keys(deeds) as Deed[];
const commands = all.filter((name) => deeds[name][0] === "exec");

/** Parts of a managed policy, and what each denies. */
const denials: readonly [part: Record<string, unknown>, deeds: readonly Deed[]][] = [
  [
    { rules: [{ effect: ["read", "write"], match: "a.txt", decision: "deny" }] },
    ["read a", "read a otherwise", "write a"],
  ],
  [{ rules: [{ effect: "write", match: "dir/**", decision: "deny" }] }, ["write x", "write through a link"]],
  [{ rules: [{ effect: "list", match: "dir", decision: "deny" }] }, ["list dir"]],
  [{ rules: [{ effect: "exec", match: ["touch"], decision: "deny" }] }, ["touch", "touch in a list"]],
  [{ rules: [{ effect: "exec", match: "/git\\s+push/", decision: "deny" }] }, ["push", "push in a string"]],
  [{ rules: [{ effect: "exec", match: "*", decision: "deny" }] }, commands],
  [{ rules: [{ effect: "fetch", match: "y.example", decision: "deny" }] }, ["fetch y", "curl y"]],
  [
    { rules: [{ effect: ["fetch", "delegate"], match: "*", decision: "deny" }] },
    ["fetch y", "fetch below z", "curl y", "delegate"],
  ],
  [{ exec: { disabled: true } }, commands],
  [{ exec: { disabled: { agents: ["tester"] } } }, commands],
  [{ exec: { denylist: [["git", "push"]] } }, ["push", "push in a string"]],
  [{ exec: { runtimes: ["deno"] } }, ["push in a string"]],
  [{ hosts: { denied: ["*.z.example"] } }, ["fetch below z"]],
  [{ hosts: { allowed: ["other.example"] } }, ["fetch y", "fetch below z", "curl y"]],
  [{ tools: { denied: ["probe"] } }, all],
  [{ tools: { allowed: ["read_file"] } }, all],
  [{ dialects: ["qwen"] }, all],
  [{ exce: {} }, all.filter((name) => !["read", "list"].includes(deeds[name][0]))],
];

const matches = ["*", "**", "a.txt", "dir/**", "touch a.txt", "y.example", "*.z.example", "/.*/", "helper"];
const looseRule = fc.record({
  effect: fc.subarray(["read", "list", "write", "exec", "fetch", "delegate"], { minLength: 1 }),
  match: fc.constantFrom(...matches),
  decision: fc.constantFrom("allow", "ask", "deny"),
});
const settings = fc.record(
  {
    policy: fc.array(looseRule, { maxLength: 4 }),
    "commands.allow": fc.subarray([["touch"], ["git", "push"], "touch a.txt", "/.*/", ["curl"]]),
    "web.allowedHosts": fc.subarray(["y.example", "*.z.example", "*.z.example:8443"]),
    sandbox: fc.constantFrom("off", "auto"),
    readOutsideRoots: fc.constantFrom("ask", "deny"),
  },
  { requiredKeys: [] },
);
const workspaceFile = fc.oneof(
  fc.record({ rules: fc.array(looseRule, { maxLength: 4 }) }).map((file) => JSON.stringify(file)),
  fc.constantFrom("", "{", "{}", '{"exec": {"disabled": false}}', '{"settings": {"sandbox": "off"}}'),
  fc.json(),
);
const opinion = fc.constantFrom<Decision>(
  allow("hook", "go"),
  ask("hook", "hm"),
  askAlways("hook", "hm"),
  deny("hook", "no"),
);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.subarray(all, { minLength: 1, maxLength: 3 }).map((names) => ({ kind: "call", names }) as const),
  },
  { weight: 2, arbitrary: fc.constantFrom(...all).map((name) => ({ kind: "remember", name }) as const) },
  fc.option(workspaceFile, { nil: undefined }).map((text) => ({ kind: "workspace", text }) as const),
  settings.map((values) => ({ kind: "settings", values }) as const),
  fc.array(opinion, { maxLength: 2 }).map((opinions) => ({ kind: "hooks", opinions }) as const),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe("a managed deny", () => {
  it("is never turned into anything else, and what it denies is never done", async () => {
    const root = tempFolder({ "a.txt": "a", "dir/x.txt": "x", link: { link: "dir" } });
    const world = tempFolder();
    const workspacePath = join(root, ".toolcrib", "policy.jsonc");
    mkdirSync(dirname(workspacePath));
    const roots = await readRoots([root]);
    const bare = await bareCrib();
    const { host } = bare.crib;
    const files = new NodeFiles(() => roots, world);
    let denied = 0;
    let done = 0;

    const effectOf = async (name: Deed): Promise<Effect> => {
      const [kind, what] = deeds[name];
      if (kind === "exec") return { kind, command: what, cwd: await files.resolve("."), timeoutMs: 1 };
      if (kind === "fetch") return { kind, url: what, method: "GET" };
      if (kind === "delegate") return { kind, to: what, prompt: "p" };
      const target = await files.resolve(what);
      return kind === "write" ? { kind, target, before: undefined, after: Buffer.from("new") } : { kind, target };
    };

    const runSteps = async (parts: readonly (typeof denials)[number][], steps: readonly Step[]) => {
      rmSync(workspacePath, { force: true });
      const managedFiles = parts.map(([part], at) => {
        const file = join(world, `managed${at}.json`);
        writeFileSync(file, JSON.stringify(part));
        return file;
      });
      const forbidden = new Set(parts.flatMap(([, names]) => names));

      let given = readSettings({}).settings;
      let opinions: readonly Decision[] = [];
      let planned: readonly Deed[] = [];
      const ran: Deed[] = [];
      const probe = toolOf(async () => ({
        title: "Probe",
        effects: await Promise.all(planned.map(effectOf)),
        run: async () => {
          ran.push(...planned);
          return { text: "done", isError: false };
        },
      }));
      const {
        cribs: { standard: made },
      } = makeCribs({
        host: { ...host, files },
        hostAt: async () => assert.fail("nothing works in a folder of its own"),
        journalStore: new JournalFiles(join(world, "journal")),
        worktreeJournalStore: new JournalFiles(join(world, "worktreeJournal")),
        outputLogs: new OutputLogs(join(world, "output")),
        madeTools: new MadeToolFiles(join(world, "state"), () => root),
        skills: new SkillFiles(join(world, "state"), () => join(world, "workspaces")),
        disk: machineDisk(),
        schedules: schedulesIn(join(world, "state"), () => join(world, "workspaces")),
        integrations: new IntegrationFiles(() => join(world, "workspaces")),
        grants: new AccessGrantFiles(() => join(world, "workspaces")),
        workspaces: new AgentWorkspaces(
          () => join(world, "workspaces"),
          () => projectOf([root]),
        ),
        execHistory: { begin: async () => {}, end: async () => {} },
        approvalStore: { load: () => [], save: () => {} },
        configuration: () => ({ settings: given, roots: [root], home: world, closed: [], trusted: true }),
        policies: new PolicyReader(new PolicyFiles(join(world, "none.json")), managedFiles),
        auditStore: { append: async () => {} },
        warn: assert.fail,
        runHook: async () => assert.fail("no program is named"),
      });
      const hooks = { before: async () => opinions, after: async () => [] };
      const crib = { ...made, hooks, dialect: standard({ probe }) };
      const session = new Session("tester");
      const signal = new AbortController().signal;
      const call = { tool: "probe", input: {}, signal };
      for (const one of steps)
        switch (one.kind) {
          case "workspace":
            if (one.text === undefined) rmSync(workspacePath, { force: true });
            else writeFileSync(workspacePath, one.text);
            break;
          case "settings":
            ({ settings: given } = readSettings(one.values));
            break;
          case "hooks":
            ({ opinions } = one);
            break;
          case "remember": {
            planned = [one.name];
            const judged = await prepareCall(crib, session, call);
            assert.equal(judged.kind, "judged");
            for (const offer of ["exact", "prefix"] as const)
              if (judged.kind === "judged")
                crib.approvals.take(
                  offer,
                  "session",
                  judged.plan.effects,
                  judged.byEffect.map(({ rule }) => ask(rule, "as if it had been asked")),
                );
            crib.approvals.rememberPrefix(["touch"], "session");
            crib.approvals.rememberPrefix(["git", "push"], "session");
            break;
          }
          case "call": {
            planned = one.names;
            const before = ran.length;
            const result = await executeCall(crib, session, call, async () => ({ approved: true, by: "person" }));
            const isForbidden = one.names.some((name) => forbidden.has(name));
            if (isForbidden) {
              assert.deepEqual(result.data, { error: "denied" }, `${one.names}: ${result.text}`);
              assert.equal(ran.length, before);
              denied++;
            } else done += ran.length - before;
          }
        }
    };

    const cases = 150;
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...denials], { minLength: 1, maxLength: 4 }),
        // Of few steps, few would be calls.
        fc.array(step, { minLength: 8, maxLength: 16 }),
        runSteps,
      ),
      { numRuns: cases },
    );
    const share = caseCount(cases) / cases;
    assert.ok(
      denied > 50 * share && done > 20 * share,
      `${denied} calls were denied and ${done} deeds done, too few to show anything`,
    );
  });
});
