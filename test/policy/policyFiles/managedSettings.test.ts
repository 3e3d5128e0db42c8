/** Under managed policies no setting is ever looser than it was (EN-3, D-19). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { limitNames, managedPolicy } from "../../../src/core/settings/managedPolicy";
import { readSettings } from "../../../src/core/settings/readSettings";
import { type SettingName, type Settings, settingDefinitions, settingNames } from "../../../src/core/settings/settings";
import { isAbove, type Level, levels } from "../../../src/core/vocabulary/level";
import { tightened, withAllowances } from "../../../src/policy/policyFiles/managedSettings";

const holds = (list: unknown, part: unknown) => {
  const all = (list as unknown[]).map((one) => JSON.stringify(one));
  return (part as unknown[]).every((one) => all.includes(JSON.stringify(one)));
};
/** From the fewest questions to the most. */
const reviews = ["changes", "always", "off", "before"] as const;
const isNoHigher = (now: number, before: number) => (before === 0 ? now >= 0 : now > 0 && now <= before);

/** For each setting that a managed policy may touch, whether a value is at most as loose as another. */
const isNoLooser: Partial<Record<SettingName, (now: never, before: never) => boolean>> = {
  sandbox: (now: string, before: string) => now === before || now === "required",
  "commands.review": (now: (typeof reviews)[number], before: (typeof reviews)[number]) =>
    reviews.indexOf(now) >= reviews.indexOf(before),
  readOutsideRoots: (now: string, before: string) => now === before || now === "deny",
  "audit.strict": (now: boolean, before: boolean) => now || !before,
  "edits.modelRepair": (now: boolean, before: boolean) => before || !now,
  policy: (now: unknown[], before: unknown[]) => holds(before, now),
  "commands.allow": (now: unknown[], before: unknown[]) => holds(before, now),
  "web.allowedHosts": (now: unknown[], before: unknown[]) => holds(before, now),
  "web.allowLocal": (now: unknown[], before: unknown[]) => holds(before, now),
  "commands.deny": holds as never,
  "commands.hiddenVariables": holds as never,
  "web.deniedHosts": holds as never,
  protectedPaths: holds as never,
  secretPaths: holds as never,
  "classification.raise": holds as never,
  "classification.outflow": (now: string, before: string) => now === before || now === "deny",
  "classification.ceiling": (now: Level, before: Level) => !isAbove(now, before),
  "classification.redactSecrets": (now: boolean, before: boolean) => now || !before,
  limits: (now: Settings["limits"], before: Settings["limits"]) =>
    Object.entries(now).every(([name, value]) => {
      const held = before[name as keyof typeof before];
      return limitNames.some((one) => one === name) ? isNoHigher(value, held) : value === held;
    }),
};

const names = fc.array(fc.constantFrom("a", "b", "*.c"), { maxLength: 3 });
const rules = fc.array(
  fc.record({
    effect: fc.constantFrom("exec", "fetch", "write"),
    match: fc.constantFrom("a", "b.example", "/c/"),
    decision: fc.constantFrom("allow", "ask", "deny"),
  }),
  { maxLength: 3 },
);
const level = fc.constantFrom(...levels);
const raising = fc.array(fc.record({ match: fc.record({ path: fc.constantFrom("a", "b") }), level }), { maxLength: 3 });
const nat = (min: number, max: number) => fc.integer({ min, max });

const limits = fc.record(
  {
    cpuSeconds: nat(1, 9000),
    fileMegabytes: nat(1, 9000),
    processes: nat(16, 9000),
    runCpuSeconds: nat(1, 9000),
    memoryMegabytes: nat(0, 9000),
    runMemoryMegabytes: nat(0, 9000),
    workspaceMegabytes: nat(1, 9000),
    commandTimeoutMs: nat(1000, 9000),
  },
  { requiredKeys: [] },
);

const settings = fc
  .record(
    {
      sandbox: fc.constantFrom("auto", "required", "off"),
      "commands.review": fc.constantFrom(...reviews),
      readOutsideRoots: fc.constantFrom("deny", "ask"),
      "audit.strict": fc.boolean(),
      "edits.modelRepair": fc.boolean(),
      policy: rules,
      "commands.allow": names,
      "commands.deny": names,
      "commands.hiddenVariables": names,
      "web.allowedHosts": names,
      "web.deniedHosts": names,
      "web.allowLocal": names,
      protectedPaths: names,
      secretPaths: names,
      "classification.raise": raising,
      "classification.outflow": fc.constantFrom("graded", "ask", "deny"),
      "classification.ceiling": level,
      "classification.redactSecrets": fc.boolean(),
      limits,
    },
    { requiredKeys: [] },
  )
  .map((values) => readSettings(values).settings);

const policy = fc
  .record(
    {
      exec: fc.record({
        limits: fc.record({ default: limits, agents: fc.dictionary(fc.constantFrom("me", "ME", "other"), limits) }),
      }),
      ceilings: fc.dictionary(fc.constantFrom("me", "ME", "other"), level),
      settings: fc.record(
        {
          sandbox: fc.constant("required"),
          "commands.review": fc.constantFrom("always", "before"),
          readOutsideRoots: fc.constant("deny"),
          "audit.strict": fc.constant(true),
          "edits.modelRepair": fc.constant(false),
          policy: fc.constant([]),
          "commands.allow": fc.constant([]),
          "web.allowedHosts": fc.constant([]),
          "web.allowLocal": fc.constant([]),
          "commands.deny": names,
          "commands.hiddenVariables": names,
          "web.deniedHosts": names,
          protectedPaths: names,
          secretPaths: names,
          "classification.raise": raising,
          "classification.outflow": fc.constant("deny"),
          "classification.ceiling": level,
          "classification.redactSecrets": fc.constant(true),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => managedPolicy.parse(value));

const assertNoLooser = (now: Settings, before: Settings) => {
  for (const name of settingNames) {
    const compare = isNoLooser[name];
    if (compare) assert.ok(compare(now[name] as never, before[name] as never), name);
    else assert.deepEqual(now[name], before[name], name);
  }
};

describe("settings under managed policies (EN-3, D-19)", () => {
  it("are never looser than they were, under any policies and in any order", () =>
    fc.assert(
      fc.property(
        settings,
        fc.array(policy, { maxLength: 3 }),
        fc.constantFrom("me", "", "other"),
        (given, managed, agent) => {
          const now = tightened(given, { managed }, agent);
          assertNoLooser(now, given);
          const turned = tightened(given, { managed: [...managed].reverse() }, agent);
          for (const name of ["limits", "sandbox"] as const) assert.deepEqual(turned[name], now[name], name);
        },
      ),
    ));

  it("keep commands undoable where a policy has them reviewed, whatever a person switched off", () => {
    const review = (own: (typeof reviews)[number], pin?: "always" | "before") => {
      const one = managedPolicy.parse({ settings: pin ? { "commands.review": pin } : {} });
      const given = { ...readSettings({}).settings, "commands.review": own };
      return tightened(given, { managed: [one] }, "me")["commands.review"];
    };
    assert.deepEqual(
      reviews.map((own) => [own, review(own), review(own, "always"), review(own, "before")]),
      [
        ["changes", "changes", "always", "before"],
        ["always", "always", "always", "before"],
        ["off", "off", "before", "before"],
        ["before", "before", "before", "before"],
      ],
    );
  });

  it("take every pinned value", () =>
    fc.assert(
      fc.property(settings, policy, (given, one) => {
        const now = tightened(given, { managed: [one] }, "me");
        for (const [name, value] of Object.entries(one.settings ?? {})) {
          const held = now[name as SettingName];
          if (name === "commands.review") assert.ok(isNoLooser[name]?.(held as never, value as never));
          else if (name === "classification.ceiling") assert.ok(!isAbove(held as Level, value as Level));
          else if (Array.isArray(value) && value.length > 0) assert.ok(holds(held, value), name);
          else if (!Array.isArray(value) || settingDefinitions[name as SettingName].scope === "machine")
            assert.deepEqual(held, value, name);
        }
        const everybodys = one.exec?.limits?.default ?? {};
        assert.ok(now.limits.cpuSeconds <= (everybodys.cpuSeconds ?? Number.POSITIVE_INFINITY));
        assert.ok(now.limits.workspaceMegabytes <= (everybodys.workspaceMegabytes ?? Number.POSITIVE_INFINITY));
      }),
    ));

  it("know every setting that may be pinned", () => {
    const pinned = Object.keys(managedPolicy.shape.settings.unwrap().shape);
    assert.deepEqual(
      pinned.filter((name) => !isNoLooser[name as SettingName]),
      [],
    );
  });
});

describe("what the user's rules allow", () => {
  it("joins the lists of settings; an exact command lifts no denial of the user's (C-40)", () => {
    const { settings: given } = readSettings({
      "commands.allow": ["x"],
      policy: [
        { effect: "exec", match: "git push (now)", decision: "allow" },
        { effect: "exec", match: "/npm test/", decision: "allow" },
        { effect: ["exec"], match: ["npm", "ci"], decision: "allow" },
        { effect: "fetch", match: "y.example", decision: "allow" },
        { effect: "exec", match: "z", decision: "deny" },
      ],
    });
    const { "commands.allow": commands, "web.allowedHosts": hosts } = withAllowances(given, {
      rules: given.policy.flatMap((rule) => [
        { source: "user", rule },
        { source: "workspace", rule: { ...rule, match: "other" } },
      ]),
    });
    assert.deepEqual(commands, ["x", "/git push \\(now\\)/", "/npm test/", ["npm", "ci"]]);
    assert.deepEqual(hosts, ["y.example"]);
  });
});
