/** package.json says what the code says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { generatedFiles } from "../../scripts/generatedManifest";
import { settingNames } from "../../src/core/settings/settings";

const parsed = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const manifest = parsed("package.json");
const { contributes, version } = manifest;
const shownTexts = parsed("package.nls.json") as Readonly<Record<string, string>>;
const tools = contributes.languageModelTools as Record<string, string & string[]>[];

/** How descriptions of settings begin: as VS Code wants them, or with what a list or a text holds. */
const wellBegun =
  /^(Whether|Maximum|Path of|Controls|Rules|Programs|Servers|Hosts|Simple commands|Glob patterns|Names of|ID of|Address of|Absolute paths)[ ,]/;

describe("the manifest", () => {
  it("and its schemas are fresh: run npm run manifest after changing a tool or a setting", () => {
    const files = generatedFiles((file) => readFileSync(file, "utf8"));
    for (const [file, wanted] of files) assert.equal(readFileSync(file, "utf8"), wanted, file);
  });

  it("names tools as VS Code wants them, each once, and leaves room for others (DIA-5)", () => {
    const names = tools.map(({ name }) => name as string);
    for (const name of names) assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
    assert.equal(new Set(names).size, names.length);
    const references = tools.map(({ toolReferenceName }) => toolReferenceName as string);
    // The Agent Host knows a tool by it, and cannot call one that has none.
    for (const reference of references) assert.match(reference, /^[a-z][A-Za-z0-9]+$/);
    assert.equal(new Set(references).size, references.length);
    assert.ok(names.length < 128);
  });

  it("offers one dialect at a time, and of a dialect's tools those that are not deferred (DF-4)", () => {
    for (const { name, when } of tools) {
      const [, prefix, own] = /^(toolcrib|triggerfish|nanobot|flyto|qwen)_(.*)$/.exec(name as string) ?? [];
      const [inForce, active] = (when as string).split(/ && (?=\()/);
      assert.equal(
        inForce,
        `config.toolcrib.dialect == '${prefix === "toolcrib" ? "standard" : prefix}'`,
        name as string,
      );
      const count = tools.filter((tool) => (tool.name as string).startsWith(`${prefix}_`)).length;
      const wanted = `(toolcrib.offered.${own} || config.toolcrib.tools.deferAbove >= ${count} && !toolcrib.deferring)`;
      if (active !== undefined) assert.equal(active, wanted, name as string);
    }
    const always = tools.filter(({ when }) => when === "config.toolcrib.dialect == 'standard'");
    assert.deepEqual(
      always.map(({ name }) => name),
      [
        ...["toolcrib_read_file", "toolcrib_write_file", "toolcrib_edit_file", "toolcrib_find_files"],
        ...["toolcrib_search_text", "toolcrib_run_command", "toolcrib_run_agent", "toolcrib_tool_search"],
        "toolcrib_call_tool",
      ],
    );
  });

  it("has a custom agent for each dialect with exactly its tools, offered while the dialect is in force (D-2)", () => {
    const agents = contributes.chatAgents.map(({ path, when }: { path: string; when: string }) => {
      const [, name, listed = ""] =
        /^---\nname: (.*)\n[\s\S]*^tools: \[(.*)\]$/m.exec(readFileSync(path, "utf8")) ?? [];
      return { name, when, tools: listed.match(/\w+/g) };
    });
    const wanted = Object.entries({
      standard: "Toolcrib",
      triggerfish: "Toolcrib Triggerfish",
      nanobot: "Toolcrib nanobot",
      flyto: "Toolcrib Flyto",
      qwen: "Toolcrib Qwen Code",
    }).map(([dialect, name]) => {
      const prefix = dialect === "standard" ? "toolcrib_" : `${dialect}_`;
      const own = tools.filter((tool) => (tool.name as string).startsWith(prefix));
      assert.ok(own.length >= 9, dialect);
      const when = `config.toolcrib.dialect == '${dialect}'`;
      return { name, when, tools: own.map(({ toolReferenceName }) => toolReferenceName as string) };
    });
    assert.deepEqual(agents, wanted);
  });

  it("describes every setting, and keeps from workspaces what could loosen the policy", () => {
    const sections = contributes.configuration as { properties: Record<string, Record<string, unknown>> }[];
    const settings = sections.flatMap(({ properties }) => Object.entries(properties));
    for (const [name, { markdownDescription, scope }] of settings) {
      assert.equal(markdownDescription, name.replace("toolcrib.", "%setting.").concat("%"));
      const description = shownTexts[name.replace("toolcrib.", "setting.")] ?? "";
      assert.match(description, wellBegun, name);
      assert.ok(scope === "machine" || scope === "window", name);
    }
    const machine = settings.filter(([, { scope }]) => scope === "machine").map(([name]) => name);
    assert.deepEqual(
      machine.sort(),
      [
        "toolcrib.readOutsideRoots",
        "toolcrib.additionalRoots",
        "toolcrib.requireRead",
        "toolcrib.commands.allow",
        "toolcrib.commands.cloneWorkspace",
        "toolcrib.web.allowedHosts",
        "toolcrib.web.allowLocal",
        "toolcrib.web.userAgent",
        "toolcrib.web.respectRobots",
        "toolcrib.web.search.provider",
        "toolcrib.web.search.address",
        "toolcrib.web.search.engine",
        "toolcrib.web.search.template",
        "toolcrib.shell",
        "toolcrib.commands.review",
        "toolcrib.sandbox",
        "toolcrib.limits",
        "toolcrib.workspaceMode",
        "toolcrib.workspaces.folder",
        "toolcrib.workspaces.commands",
        "toolcrib.schedules.enabled",
        "toolcrib.schedules.notify",
        "toolcrib.schedules.resultsFolder",
        "toolcrib.skills.installTo",
        "toolcrib.classification.rules",
        "toolcrib.classification.outflow",
        "toolcrib.classification.ceiling",
        "toolcrib.classification.redactSecrets",
        "toolcrib.policy",
        "toolcrib.managedPolicy",
        "toolcrib.hooks.before",
        "toolcrib.hooks.after",
        "toolcrib.audit.strict",
        "toolcrib.search.index",
        "toolcrib.languageServers",
        "toolcrib.search.ripgrepPath",
        "toolcrib.chat.otherTools",
        "toolcrib.agents.commandsInWorktree",
        "toolcrib.agents.worktreeFolder",
        "toolcrib.mcp.offerServer",
        "toolcrib.judgeBuiltInTools",
      ].sort(),
    );
  });

  it("groups the settings, the ten that matter most on top, the rest at the end", () => {
    const sections = contributes.configuration as { title: string; order: number; properties: object }[];
    const titleOf = ({ title }: { title: string }) => shownTexts[title.slice(1, -1)];
    assert.deepEqual(sections.map(titleOf), [
      ...["Essentials", "Web and Web Search", "Folders", "Chat, Agents and Schedules"],
      ...["Confidentiality and Policy", "Advanced"],
    ]);
    assert.deepEqual(
      sections.map(({ order }) => order),
      [0, 1, 2, 3, 4, 5],
    );
    assert.equal(Object.keys(sections[0]?.properties ?? {}).length, 10);
    const names = sections.flatMap(({ properties }) => Object.keys(properties));
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(new Set(names), new Set(settingNames.map((name) => `toolcrib.${name}`)));
  });

  it("holds every text that people read in package.nls.json, and nothing else there", () => {
    const used = new Set<string>();
    const visit = (value: unknown): void => {
      const [, key] = typeof value === "string" ? (/^%(.+)%$/.exec(value) ?? []) : [];
      if (key !== undefined) used.add(key);
      if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
    };
    visit(manifest);
    assert.deepEqual([...used].sort(), Object.keys(shownTexts).sort());
    const { commands, views, viewsWelcome, walkthroughs, chatParticipants, languageModelTools } = contributes;
    const shown = [
      ...[manifest.displayName, manifest.description, ...Object.values(manifest.capabilities)].map(
        (text) => text.description ?? text,
      ),
      ...commands.map(({ title }: { title: string }) => title),
      ...Object.values<{ name: string }[]>(views).flatMap((group) => group.map(({ name }) => name)),
      ...viewsWelcome.map(({ contents }: { contents: string }) => contents),
      ...walkthroughs.flatMap(({ steps, ...walkthrough }: { steps: object[] }) =>
        ([walkthrough, ...steps] as { title: string; description: string }[]).flatMap((part) => [
          part.title,
          part.description,
        ]),
      ),
      ...chatParticipants.flatMap(({ description, commands }: { description: string; commands: object[] }) => [
        description,
        ...commands.map((command) => (command as { description: string }).description),
      ]),
      ...languageModelTools.flatMap((tool: Record<string, string>) => [tool.displayName, tool.userDescription]),
    ];
    for (const text of shown) assert.match(text, /^%.+%$/);
  });

  it("begins the titles of commands with a verb in title case", () => {
    const small = new Set(["a", "and", "as", "in", "of", "to", "with"]);
    for (const [key, title] of Object.entries(shownTexts).filter(([key]) => key.startsWith("command."))) {
      const words = title.replace(/…$/, "").split(/[ -]/);
      for (const word of words) assert.ok(small.has(word) || /^(?:[A-Z]|@crib$)/.test(word), `${key}: ${title}`);
    }
  });

  it("hides from the palette every command that is for a line of a view, but those that ask for one", () => {
    const askThemselves = [
      ...["toolcrib.agents.review", "toolcrib.agents.merge", "toolcrib.agents.discard"],
      ...["toolcrib.workspaces.openFolder", "toolcrib.workspaces.export"],
      ...["toolcrib.workspaces.clear", "toolcrib.workspaces.delete"],
    ];
    const { menus } = contributes as {
      readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    };
    const hidden = new Set(menus.commandPalette?.filter(({ when }) => when === "false").map(({ command }) => command));
    const forLines = new Set(menus["view/item/context"]?.map(({ command }) => command));
    assert.ok(forLines.size > 30);
    const shown = [...forLines].filter((command) => !hidden.has(command));
    assert.deepEqual(shown.sort(), askThemselves.sort());
    // Opened by a click on a line.
    assert.ok(hidden.has("toolcrib.changes.open"));
  });

  it("says what each value of a setting means, and marks what is for few", () => {
    const { configuration } = contributes as {
      readonly configuration: readonly {
        readonly id: string;
        readonly properties: Readonly<
          Record<string, { readonly enum?: unknown[]; readonly enumDescriptions?: string[]; readonly tags?: string[] }>
        >;
      }[];
    };
    for (const { id, properties } of configuration)
      for (const [name, property] of Object.entries(properties)) {
        const { enum: values = [], enumDescriptions = [], tags = [] } = property;
        assert.equal(enumDescriptions.length, values.length, name);
        const texts = enumDescriptions.map((key) => shownTexts[key.slice(1, -1)] ?? "");
        for (const text of texts) assert.match(text, /^\S.*\.$/, name);
        assert.deepEqual(tags, id === "toolcrib.advanced" ? ["advanced"] : [], name);
      }
  });

  it("shows commands for what there may be none of only while there is some", () => {
    const { menus } = contributes as {
      readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    };
    const conditions = new Map(menus.commandPalette?.map(({ command, when }) => [command, when]));
    const offered = {
      anyWorkspaces: ["workspaces.openFolder", "workspaces.export", "workspaces.clear", "workspaces.delete"],
      anyEnded: ["tasks.clearEnded"],
      anySearchKey: ["forgetSearchKey"],
      anyRedo: ["redo"],
      anyChanges: ["changes.keepAll", "changes.undoAll"],
      anyApprovals: ["forgetApprovals"],
    };
    for (const [key, commands] of Object.entries(offered))
      for (const command of commands) {
        assert.equal(conditions.get(`toolcrib.${command}`), `toolcrib.${key}`, command);
        const button = menus["view/title"]?.find((entry) => entry.command === `toolcrib.${command}`);
        assert.ok(!button || button.when.endsWith(` && toolcrib.${key}`), `the button of ${command}`);
      }
  });

  it("has each command in the palette under one category with a title of its own, or hides it there by name", () => {
    const { menus, commands } = contributes as {
      readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
      readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    };
    const conditions = new Map(menus.commandPalette?.map(({ command, when }) => [command, when]));
    assert.equal(conditions.size, menus.commandPalette?.length);
    const known = new Set(commands.map(({ command }) => command));
    for (const command of conditions.keys()) assert.ok(known.has(command), `${command} is no command`);
    for (const { command, category } of commands) assert.equal(category, "Toolcrib", command);
    const inPalette = commands.filter(({ command }) => conditions.get(command) !== "false");
    const titles = inPalette.map(({ title }) => shownTexts[title.slice(1, -1)] ?? "");
    assert.deepEqual(
      titles.filter((title, at) => titles.indexOf(title) !== at),
      [],
    );
    // What an editor in front gives its meaning may be said in a word.
    const always = inPalette.filter(({ command }) => !conditions.has(command));
    const unclear = always
      .map(({ title }) => shownTexts[title.slice(1, -1)] ?? "")
      .filter((title) => title !== "Doctor" && title.split(" ").length < 2);
    assert.deepEqual(unclear, []);
    assert.ok(always.length <= 34, `${always.length} commands are always in the palette`);
  });

  it("has a line in the changelog", () =>
    assert.match(readFileSync("CHANGELOG.md", "utf8"), new RegExp(`## \\[(Unreleased|${version})\\]`)));
});
