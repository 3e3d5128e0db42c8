/** `npm install` on the oldest Node that we support warns of none of our packages. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "mocha";

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const parsed = async (name: string) => JSON.parse(await readFile(name, "utf8"));

const packages = async (): Promise<[name: string, locked: Locked][]> => {
  const { packages } = await parsed("package-lock.json");
  return Object.entries<Locked>(packages).filter(([name]) => name !== "");
};

/** One version: the part that is written in a range, as a number to compare. */
const numberOf = (major: string, minor = "0") => Number(major) * 1000 + Number(minor);
const oldest = numberOf("20", "19");

/** Whether one alternative of a range takes the oldest Node: bounds from below, a caret, or a bare version. */
function takes(alternative: string): boolean {
  const [, sign = "", major = "", minor] =
    /^\s*(>=|\^|)\s*(\d+|\*)(?:\.(\d+))?/.exec(alternative) ?? assert.fail(alternative);
  if (major === "*") return true;
  const isReached = numberOf(major, minor) <= oldest;
  return sign === ">=" ? isReached : major === "20" && isReached;
}

describe("npm install", () => {
  it("finds no package that asks for a newer Node than ours", async () => {
    const { engines } = await parsed("package.json");
    assert.equal(engines.node, ">=20.19");
    const tooNew = (await packages()).filter(([, { engines }]) => !(engines?.node ?? "*").split("||").some(takes));
    assert.deepEqual(tooNew, []);
  });

  it("runs no script of a package, and finds an answer for each that has one", async () => {
    const { allowScripts } = await parsed("package.json");
    const withScripts = (await packages()).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(withScripts.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + 13)));
    assert.deepEqual(allowScripts, Object.fromEntries([...names].sort().map((name) => [name, false])));
  });
});
