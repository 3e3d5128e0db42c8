/** What a newcomer is shown: the walkthrough, what empty views say, and that every button in them leads somewhere. */
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";

const parsed = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const manifest = parsed("package.json");
const { contributes } = manifest;
const texts = parsed("package.nls.json") as Readonly<Record<string, string>>;
const shown = (key: string) => texts[key.slice(1, -1)] ?? assert.fail(`no text ${key}`);

interface Welcome {
  readonly view: string;
  readonly contents: string;
  readonly when?: string;
}

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly markdown: string };
  readonly completionEvents: readonly string[];
}

const welcomes = contributes.viewsWelcome as readonly Welcome[];
const [walkthrough, ...otherWalkthroughs] = contributes.walkthroughs as readonly {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly steps: readonly Step[];
}[];
assert.ok(walkthrough);
const views = (contributes.views.toolcrib as { id: string }[]).map(({ id }) => id);
const ownCommands = new Set([
  ...contributes.commands.map(({ command }: { command: string }) => command),
  ...views.map((id) => `${id}.focus`),
]);

/** Commands of VS Code that our texts may run, as they are called in its sources. */
const foreignCommands = new Set([
  ...["workbench.action.openWalkthrough", "workbench.action.openSettings"],
  ...["workbench.trust.manage", "vscode.openFolder", "workbench.extensions.search"],
  ...["workbench.action.chat.manage", "workbench.action.chat.triggerSetup"],
]);

/** The commands that a text links to, each with its arguments. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(command:([\w.]+)(?:\?([^)]*))?\)/g)].map(([, command = "", args]) => ({
    command,
    args: args === undefined ? undefined : JSON.parse(decodeURIComponent(args)),
  }));

/** A link that stands alone on its line, which VS Code draws as a button. */
const hasButton = (text: string) => /^\[[^\]]+\]\(command:[^)]+\)$/m.test(text);

const allTexts = [
  ...welcomes.map(({ contents }) => shown(contents)),
  ...walkthrough.steps.map(({ description }) => shown(description)),
];

describe("an empty view", () => {
  it("says what will appear in it, and has a button, in every view", () => {
    assert.deepEqual([...new Set(welcomes.map(({ view }) => view))], views);
    for (const { contents } of welcomes) {
      assert.ok(hasButton(shown(contents)), contents);
      assert.ok(shown(contents).split("\n\n").length >= 2, contents);
    }
  });

  it("says one thing at a time where trust, a folder, a model or Copilot is missing", () => {
    const conditions = welcomes.filter(({ view }) => view === "toolcrib.needsYou").map(({ when }) => when);
    assert.deepEqual(conditions, [
      "isWorkspaceTrusted && workspaceFolderCount != 0 && !toolcrib.noModel",
      "isWorkspaceTrusted && workspaceFolderCount != 0 && toolcrib.noModel && !toolcrib.noCopilot",
      "isWorkspaceTrusted && workspaceFolderCount != 0 && toolcrib.noModel && toolcrib.noCopilot",
      "!isWorkspaceTrusted",
      "isWorkspaceTrusted && workspaceFolderCount == 0",
    ]);
  });
});

describe("the walkthrough", () => {
  it("is one, of five steps", () => {
    assert.deepEqual(otherWalkthroughs, []);
    assert.deepEqual(
      walkthrough.steps.map(({ id }) => id),
      ["ask", "review", "undo", "explain", "asked"],
    );
  });

  it("has words, a button and a small page of its own for each step", () => {
    for (const { title, description, media } of walkthrough.steps) {
      assert.ok(shown(title).length < 40, title);
      assert.ok(hasButton(shown(description)), description);
      assert.ok(statSync(media.markdown).size < 4_000, media.markdown);
      const pictures = [...readFileSync(media.markdown, "utf8").matchAll(/!\[[^\]]+\]\(\.\.\/([^)]+)\)/g)];
      assert.equal(pictures.length, 1, media.markdown);
      for (const [, picture] of pictures) assert.ok(statSync(`media/${picture}`).size < 150_000, picture);
    }
  });

  it("ticks a step off by commands and settings that are there", () => {
    for (const { id, completionEvents } of walkthrough.steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const [kind = "", name = ""] = event.split(":");
        const known: Readonly<Record<string, boolean>> = {
          onCommand: ownCommands.has(name),
          onSettingChanged: contributes.configuration.some(({ properties }: { properties: object }) =>
            Object.hasOwn(properties, name),
          ),
        };
        assert.ok(known[kind], event);
      }
    }
  });

  it("names commands in its pages as the palette does", () => {
    const titles = new Set(contributes.commands.map(({ title }: { title: string }) => `Toolcrib: ${shown(title)}`));
    for (const { media } of walkthrough.steps) {
      const named = readFileSync(media.markdown, "utf8").match(/(?<=\*\*)Toolcrib: [^*]+(?=\*\*)/g) ?? [];
      for (const title of named) assert.ok(titles.has(title), `${media.markdown}: ${title}`);
    }
  });

  it("is what views and documents link to", () => {
    const link = allTexts.flatMap(linksIn).find(({ command }) => command === "workbench.action.openWalkthrough");
    assert.equal(link?.args, `${manifest.publisher}.${manifest.name}#${walkthrough.id}`);
    for (const page of ["README.md", "docs/quick-start.md"])
      assert.ok(readFileSync(page, "utf8").includes(`*${shown(walkthrough.title)}*`), page);
  });
});

describe("buttons in these texts", () => {
  it("run commands that are there", () => {
    const links = allTexts.flatMap(linksIn);
    assert.ok(links.length > 15, `${links.length} links`);
    for (const { command } of links) assert.ok(ownCommands.has(command) || foreignCommands.has(command), command);
  });

  it("begin a request about the view that they stand in", () => {
    for (const { view, contents } of welcomes) {
      const asked = linksIn(shown(contents)).find(({ command }) => command === "toolcrib.ask");
      if (asked?.args !== undefined) assert.equal(`toolcrib.${asked.args}`, view);
    }
  });
});

describe("what the marketplace shows", () => {
  it("has all that its page needs", () => {
    assert.deepEqual(manifest.categories, ["AI", "Chat", "Other"]);
    assert.ok(manifest.keywords.length <= 30);
    assert.match(manifest.icon, /\.png$/);
    const icon = readFileSync(manifest.icon);
    assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128, "128 pixels at least");
    assert.deepEqual(Object.keys(manifest.galleryBanner), ["color", "theme"]);
    for (const address of [manifest.repository.url, manifest.homepage, manifest.bugs.url])
      assert.ok(address.startsWith("https://github.com/toolcrib/toolcrib"), address);
  });
});
