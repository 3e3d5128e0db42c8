/** docs/dependencies.md names every dependency, and every licence of what is shipped. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

const page = readFileSync("docs/dependencies.md", "utf8");
const parsed = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const { dependencies, devDependencies } = parsed("package.json");
const packages = Object.entries(parsed("package-lock.json").packages as Record<string, Locked>).filter(
  ([path]) => path !== "",
);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** The text below a heading of the page. */
const section = (heading: string) =>
  page.split(/^## /m).find((text) => text.startsWith(heading)) ?? assert.fail(`no section ${heading}`);

/** The packages in the first column of a section's table, without remarks in brackets. */
const listed = (heading: string) =>
  [...section(heading).matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.replace(/ \([^)]*\)/g, "").split(", "))
    .filter((name) => name !== "package")
    .sort();

/** Licences that the page allows. */
const allowed = new Set(
  [...(section("Licences").split(";")[0] ?? "").matchAll(/`([\w.-]+)`/g)].map(([, licence = ""]) => licence),
);

/** Packages under another licence than these, with it. */
const others = (locked: readonly (readonly [string, Locked])[]) =>
  locked
    .filter(([, { license = "" }]) => !allowed.has(license))
    .map(([path, { license }]) => `${nameOf(path)}: ${license ?? "none"}`);

describe("docs/dependencies.md", () => {
  it("names every dependency, and no other", () => {
    assert.deepEqual(listed("In the product"), Object.keys(dependencies).sort());
    assert.deepEqual(listed("For building and testing"), Object.keys(devDependencies).sort());
  });

  it("names the licence of everything that is shipped, indirect dependencies included", () => {
    const shipped = packages.filter(([, { dev }]) => !dev);
    assert.ok(shipped.length > 100, `${shipped.length} packages`);
    assert.deepEqual(others(shipped), []);
    assert.ok(allowed.has("MIT") && ![...allowed].some((licence) => /GPL|MPL|CC-/.test(licence)));
  });

  it("would tell a package with another licence, or with none", () => {
    const strange: [string, Locked][] = [
      ["node_modules/a", { license: "GPL-3.0-only" }],
      ["node_modules/a/node_modules/@b/c", {}],
      ["node_modules/d", { license: "MIT" }],
    ];
    assert.deepEqual(others(strange), ["a: GPL-3.0-only", "@b/c: none"]);
  });
});
