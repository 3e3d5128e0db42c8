/** Skills as agents use them: those of the workspace, and approved ones that an agent wrote (EX-7, EX-9). */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PersonalSkills } from "../../../src/features/skills/node/personalSkills";
import { skillPrompt } from "../../../src/features/skills/skillPrompt";
import { realCrib } from "../../support/realCrib";

const skill = (description: string) =>
  `---\nname: x\ndescription: ${JSON.stringify(description)}\nversion: 2\n---\n\nDo it.\n`;

describe("skills that agents use", () => {
  const place = () =>
    realCrib({
      ".github/skills/release/SKILL.md": skill("Makes a release. Use it when somebody asks for one."),
      ".github/skills/release/scripts/run.sh": "echo release\n",
      ".claude/skills/broken/SKILL.md": "no front matter",
      ".agents/skills/empty/readme.txt": "none",
      ".agents/skills/by-hand/SKILL.md": skill("Is for people.").replace(
        "version: 2",
        "disable-model-invocation: true",
      ),
      "src/a.txt": "secret of the project\n",
    });
  const own = {
    ...{ name: "prices", description: "Reports prices.", instructions: "Run it." },
    files: [{ path: "run.sh", content: "echo prices\n" }],
  };

  it("are those of the workspace, whatever else their front matter says", async () => {
    const { call, asked } = await place();
    const { text } = await call("skill_list", {});
    assert.equal(text, "release (.github/skills): Makes a release. Use it when somebody asks for one.");
    assert.match((await call("skill_read", { name: "release" })).text, /\n\nDo it\.\n$/);
    assert.equal((await call("skill_read", { name: "release", file: "scripts/run.sh" })).text, "echo release\n");
    assert.deepEqual(asked, []);
  });

  it("are those that an agent wrote only once a person has approved them, as confidential as they are", async () => {
    const { call, crib, session } = await place();
    session.taint.add({
      time: 1,
      call: "x",
      level: "CONFIDENTIAL",
      source: "crm.example",
      reason: "a setting says so",
    });
    await call("skill_save", own);
    session.taint.reset();
    await crib.skills.refresh();
    assert.doesNotMatch((await call("skill_list", {})).text, /prices/);
    const early = await call("skill_read", { name: "prices" });
    assert.match(
      early.text,
      /may not be used, because the person has not approved its current form: ask them to review it \("Toolcrib: Review Skills", or "toolcrib skills approve [\w-]+" without an editor\), and go on without it\.$/,
    );
    const [written] = crib.skills.all();
    assert.ok(written);
    await crib.skills.approve(written, "workspace");
    await crib.skills.refresh();
    assert.match((await call("skill_list", {})).text, /^prices \(/m);
    assert.equal(session.taint.level, "CONFIDENTIAL");
  });

  it("are never a way to other files", async () => {
    const { call } = await place();
    for (const input of [
      { name: "release", file: "../../../src/a.txt" },
      { name: "release", file: "/etc/passwd" },
      { name: "..", file: "SKILL.md" },
      { name: "release", file: "gone.md" },
      { name: "gone" },
    ]) {
      const { text, isError } = await call("skill_read", input);
      assert.equal(isError, true, JSON.stringify(input));
      assert.doesNotMatch(text, /secret of the project|root:/);
    }
  });
});

describe("skills of the person's home", () => {
  const put = (home: string, files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), text);
    }
  };

  it("are listed and read from every folder that agents look in, behind those of the workspace", async () => {
    const { call, home, asked } = await realCrib({ ".github/skills/same/SKILL.md": skill("The workspace's.") });
    put(home, {
      ".copilot/skills/same/SKILL.md": skill("The home's."),
      ".copilot/skills/a/SKILL.md": skill("Is of Copilot."),
      ".claude/skills/b/SKILL.md": skill("Is of Claude."),
      ".claude/skills/b/scripts/run.sh": "echo b\n",
      ".agents/skills/c/SKILL.md": skill("Is of any."),
      ".agents/skills/by-hand/SKILL.md": skill("Is for people.").replace(
        "version: 2",
        "disable-model-invocation: true",
      ),
    });
    const listed = [
      "same (.github/skills): The workspace's.",
      "a (~/.copilot/skills): Is of Copilot.",
      "b (~/.claude/skills): Is of Claude.",
      "c (~/.agents/skills): Is of any.",
    ];
    assert.equal((await call("skill_list", {})).text, listed.join("\n"));
    assert.match((await call("skill_read", { name: "a" })).text, /\n\nDo it\.\n$/);
    assert.equal((await call("skill_read", { name: "b", file: "scripts/run.sh" })).text, "echo b\n");
    assert.match((await call("skill_read", { name: "same" })).text, /The workspace's/);
    assert.equal((await call("skill_read", { name: "by-hand" })).isError, true);
    assert.deepEqual(asked, []);
  });

  it("are never a way to other files: no link is followed", async () => {
    const { call, home, outside } = await realCrib({ "a.txt": "x" });
    put(home, { ".claude/skills/real/SKILL.md": skill("Is real."), "private.txt": "private words\n" });
    put(outside, { "SKILL.md": skill("Is elsewhere."), "skills/far/SKILL.md": skill("Is far.") });
    symlinkSync(outside, join(home, ".claude/skills/linked"));
    symlinkSync(join(home, "private.txt"), join(home, ".claude/skills/real/note.txt"));
    mkdirSync(join(home, ".copilot"));
    symlinkSync(join(outside, "skills"), join(home, ".copilot/skills"));
    assert.equal((await call("skill_list", {})).text, "real (~/.claude/skills): Is real.");
    for (const input of [
      { name: "linked" },
      { name: "far" },
      { name: "real", file: "note.txt" },
      { name: "real", file: "gone.txt" },
    ]) {
      const { text, isError } = await call("skill_read", input);
      assert.equal(isError, true, JSON.stringify(input));
      assert.doesNotMatch(text, /private words|Is far|Is elsewhere/);
    }
  });

  it("are not read where agents may write, which is in the workspace", async () => {
    const { home } = await realCrib();
    put(home, { ".claude/skills/real/SKILL.md": skill("Is real.") });
    const skills = new PersonalSkills(() => home);
    assert.equal((await skills.all([join(home, "project")])).length, 1);
    for (const root of [home, join(home, ".claude"), join(home, ".claude/skills/real")]) {
      assert.deepEqual(await skills.all([root]), [], root);
      assert.equal(await skills.read("real", "SKILL.md", [root]), undefined, root);
    }
  });

  it("are as confidential as what they are an installed copy of", async () => {
    const { call, crib, session } = await realCrib({ "a.txt": "x" });
    const source = { source: "crm.example", reason: "a setting says so" };
    session.taint.add({ time: 1, call: "x", level: "CONFIDENTIAL", ...source });
    await call("skill_save", { name: "prices", description: "Reports prices.", instructions: "Run it." });
    session.taint.reset();
    await crib.skills.refresh();
    const [written] = crib.skills.all();
    assert.ok(written);
    await crib.skills.approve(written, "user", { outflow: async () => true });
    const installed = await crib.skills.personal.all([]);
    assert.deepEqual(
      installed.map(({ name, from }) => [name, from]),
      [["prices", "~/.copilot/skills"]],
    );
    assert.match((await call("skill_list", {})).text, /^prices \(/);
    assert.equal(session.taint.level, "CONFIDENTIAL");
  });
});

describe("skills in the prompt of a chat", () => {
  const prompt = ({ crib, call, session, root }: Awaited<ReturnType<typeof realCrib>>) =>
    skillPrompt({
      ...{ roots: [root], files: crib.host.files, skills: crib.skills },
      ...{ agent: session.agent, level: session.taint.level },
      list: () => call("skill_list", {}),
    });

  it("are those of the workspace, with what to do about them, and nothing where there are none", async () => {
    const found = await prompt(
      await realCrib({ ".claude/skills/release/SKILL.md": skill("Makes a release."), "a.txt": "x" }),
    );
    assert.match(found ?? "", /^Skills, by name and description\. When the request matches a description, read that/);
    assert.match(found ?? "", /\n- release \(\.claude\/skills\): Makes a release\.$/);
    assert.equal(await prompt(await realCrib({ "a.txt": "x" })), undefined);
    const personal = await realCrib({ "a.txt": "x" });
    mkdirSync(join(personal.home, ".claude/skills/mine"), { recursive: true });
    writeFileSync(join(personal.home, ".claude/skills/mine/SKILL.md"), skill("Is mine."));
    assert.match((await prompt(personal)) ?? "", /\n- mine \(~\/\.claude\/skills\): Is mine\.$/);
    assert.equal(await prompt(await realCrib({ ".github/skills/readme.txt": "none" })), undefined);
  });

  it("are cut where they would fill it, and say how many more there are", async () => {
    const many = Array.from({ length: 20 }, (_, at) => [`.github/skills/s${at}/SKILL.md`, skill("x".repeat(1000))]);
    const found = (await prompt(await realCrib(Object.fromEntries(many)))) ?? "";
    assert.ok(found.length < 13_000);
    assert.match(found, /\n- and 9 more, which skill_list names$/);
  });

  it("do not make a chat more confidential by themselves", async () => {
    const world = await realCrib({ ".github/skills/release/SKILL.md": skill("Makes a release.") });
    const { call, session, crib } = world;
    const entry = { time: 1, call: "x", level: "CONFIDENTIAL", source: "crm", reason: "a setting says so" } as const;
    session.taint.add(entry);
    await call("skill_save", { name: "prices", description: "Reports prices.", instructions: "Run it." });
    session.taint.reset();
    await crib.skills.refresh();
    const [written] = crib.skills.all();
    assert.ok(written);
    await crib.skills.approve(written, "workspace");
    assert.match((await prompt(world)) ?? "", /^There are skills with instructions/);
    assert.notEqual(session.taint.level, "CONFIDENTIAL");
  });
});
