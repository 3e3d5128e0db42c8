/** The front matter of a SKILL.md: what is written is read again, and what is wrong is told with its line (EX-7). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { levels } from "../../../../src/core/vocabulary/level";
import { skillManifestIn } from "../../../../src/features/skills/node/skillFrontMatter";
import { skillText, type WrittenSkill } from "../../../../src/features/skills/skillManifest";

const fileOf = (text: string | Uint8Array) => ({ name: "SKILL.md", bytes: Buffer.from(text as string) });
const problemOf = (text: string | Uint8Array, name = "weekly") => {
  try {
    skillManifestIn(name, [fileOf(text)]);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};
const head = (...lines: string[]) => `---\n${lines.join("\n")}\n---\n\nText.\n`;
const plain = ["name: weekly", "description: Sums up the week."];

describe("the front matter of a skill (EX-7)", () => {
  it("is written in the keys of the format, all else below metadata", () => {
    const skill: WrittenSkill = {
      name: "weekly",
      description: 'Sums up "the" week: C:\\reports #1.',
      requiredTools: ["exec_run", "read_file"],
      hosts: ["api.example.org"],
      classification: "INTERNAL",
      agent: "chat",
      created: "2026-11-21",
    };
    assert.equal(
      skillText(skill, "\n# Steps\n\n1. Run it.\n\n"),
      `---
name: "weekly"
description: "Sums up \\"the\\" week: C:\\\\reports #1."
metadata:
  required-tools: "exec_run read_file"
  hosts: "api.example.org"
  classification: "INTERNAL"
  agent: "chat"
  created: "2026-11-21"
---

# Steps

1. Run it.
`,
    );
    assert.deepEqual(skillManifestIn("weekly", [fileOf(skillText(skill, "x"))]), { ...skill, unaskedTools: "" });
  });

  it("says the same when it is read as when it was written", () => {
    const word = fc
      .stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/, { maxLength: 60 })
      .filter((name) => !/^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) && name.length <= 64);
    const line = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 200 })
      .map((text) => text.trim())
      .filter((text) => text !== "" && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<[^>]+>/u.test(text));
    const skills = fc.record({
      name: word,
      description: line,
      requiredTools: fc.array(fc.stringMatching(/^[A-Za-z][\w.-]{0,20}$/), { maxLength: 5 }),
      hosts: fc.array(fc.stringMatching(/^[a-z0-9]{1,9}\.[a-z]{2,5}(:\d{1,5})?$/), { maxLength: 3 }),
      classification: fc.constantFrom(...levels),
      agent: line,
      created: fc.constant("2026-11-21"),
    });
    fc.assert(
      fc.property(skills, fc.string(), (skill, body) => {
        assert.deepEqual(skillManifestIn(skill.name, [fileOf(skillText(skill, body))]), { ...skill, unaskedTools: "" });
      }),
    );
  });

  it("takes what the format has beside it, and tells of tools that would run unasked", () => {
    const text = head(
      ...plain,
      "license: MIT",
      "compatibility: any",
      "allowed-tools: [Bash(git *), Read]",
      "metadata:",
      "  version: 1.0",
    );
    assert.deepEqual(skillManifestIn("weekly", [fileOf(text)]), {
      name: "weekly",
      description: "Sums up the week.",
      requiredTools: [],
      hosts: [],
      unaskedTools: "Bash(git *) Read",
    });
    assert.equal(problemOf(text.replaceAll("\n", "\r\n")), undefined);
  });

  const wrong: readonly (readonly [what: string, text: string | Uint8Array, problem: string])[] = [
    ["no front matter", "# Weekly\n", 'in its SKILL.md line 1 is not "---", so it has no front matter'],
    ["a mark before it", `\ufeff${head(...plain)}`, 'in its SKILL.md line 1 is not "---", so it has no front matter'],
    ["no end", "---\nname: weekly\n", 'in its SKILL.md its front matter has no closing line "---"'],
    ["empty", "---\n---\n", 'in its SKILL.md "name" is wrong: expected string'],
    ["bytes that are no text", new Uint8Array([0x2d, 0xff]), "in its SKILL.md it is not text in UTF-8"],
    [
      "too long a file",
      `${head(...plain)}${"x".repeat(300_000)}`,
      "in its SKILL.md it is 300059 bytes; the limit is 262144",
    ],
    [
      "too long a head",
      head(...plain, `license: ${"x".repeat(20_000)}`),
      "in its SKILL.md its front matter is 20054 characters; the limit is 16384",
    ],
    ["broken YAML", head(...plain, 'license: "MIT'), 'in its SKILL.md line 5: Missing closing "quote'],
    ["a key twice", head(...plain, "name: other"), "in its SKILL.md line 4: Map keys must be unique"],
    [
      "an alias",
      head(...plain, "license: &a MIT", "compatibility: *a"),
      "in its SKILL.md line 4 has an anchor or an alias, which a skill may not have",
    ],
    ["an unknown key", head(...plain, "hooks: x"), 'in its SKILL.md Unrecognized key: "hooks"'],
    ["no description", head("name: weekly"), 'in its SKILL.md "description" is wrong: expected string'],
    [
      "an empty description",
      head("name: weekly", 'description: " "'),
      'in its SKILL.md line 3: "description" is wrong: expected string to have >=1 characters',
    ],
    [
      "a long description",
      head("name: weekly", `description: ${"x".repeat(1025)}`),
      'in its SKILL.md line 3: "description" is wrong: expected string to have <=1024 characters',
    ],
    [
      "a description of two lines",
      head("name: weekly", "description: |", "  a", "  b"),
      'in its SKILL.md line 3: "description" is wrong: expected one line without control characters or invisible characters',
    ],
    [
      "a description that turns around",
      head("name: weekly", "description: a\u202eb"),
      'in its SKILL.md line 3: "description" is wrong: expected one line without control characters or invisible characters',
    ],
    [
      "tags",
      head("name: weekly", "description: a <b>c</b>"),
      'in its SKILL.md line 3: "description" is wrong: expected no tags such as "<b>", which VS Code removes',
    ],
    [
      "another name",
      head("name: other", plain[1] as string),
      'its SKILL.md has the name "other", but its folder is "weekly"',
    ],
    [
      "a list for a text",
      head("name: [a]", plain[1] as string),
      'in its SKILL.md line 2: "name" is wrong: expected string',
    ],
  ];
  for (const [what, text, problem] of wrong)
    it(`is unusable with ${what}`, () => assert.equal(problemOf(text), problem));

  for (const name of ["Weekly", "a/b", "a.b", "-a", "a-", "a--b", "a\u202eb", "a b", "", "con", "lpt1", "x".repeat(65)])
    it(`refuses the name ${JSON.stringify(name)}`, () =>
      assert.match(
        problemOf(head(`name: ${JSON.stringify(name)}`, plain[1] as string), name) ?? "",
        /^in its SKILL\.md line 2: "name" is wrong: /,
      ));
});
