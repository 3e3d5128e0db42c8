import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { messageOf } from "../../../src/core/vocabulary/toolError";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { realPathInPlace, realPathOf } from "../../../src/node/files/realPath";
import { tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

const names = ["a", "b", "c"] as const;
const name = fc.constantFrom(...names);
const relative = fc
  .array(fc.constantFrom(...names, ".", ".."), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));
/** A folder, a file, or a link to anywhere near, at a path of few names. */
const entry = fc.tuple(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  fc.oneof(
    fc.constant("folder"),
    fc.constant("file"),
    relative.map((to) => ({ to })),
    relative.map((to) => ({ absolute: to })),
  ),
);

/** So far down that no way up leads to what others have in the folder for temporary files. */
function deepFolder(): string {
  const folder = join(tempFolder(), "d/".repeat(10).slice(0, -1));
  mkdirSync(folder, { recursive: true });
  return folder;
}

function build(
  top: string,
  entries: readonly (readonly [string, "folder" | "file" | { to: string } | { absolute: string }])[],
): void {
  for (const [path, what] of entries) {
    const full = join(top, path);
    try {
      mkdirSync(dirname(full), { recursive: true });
      if (what === "folder") mkdirSync(full);
      else if (what === "file") writeFileSync(full, "");
      else symlinkSync("to" in what ? what.to : join(top, what.absolute), full);
    } catch {
      // The place is taken, or a file lies above it: the tree is random, not every entry fits.
    }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

describe("realPathOf (D-6)", () => {
  it("is fs.realpath where there is something, on random trees with links, loops and all", () =>
    fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 10 }), relative, async (entries, path) => {
        const top = deepFolder();
        const full = join(top, path);
        build(top, entries);
        let expected: string | undefined;
        try {
          expected = realpathSync.native(full);
        } catch {
          // Nothing there, or a loop.
        }
        const real = await realPathOf(full).catch((error) => error as Error);
        if (expected !== undefined) return assert.equal(real, expected);
        if (real instanceof Error) return assert.match(real.message, /ELOOP|symbolic links/);
        // What is not there is where a program that creates it would put it: below a real folder, through no link.
        let folder = real;
        while (!existsSync(folder)) {
          assert.ok(!isLink(folder), folder);
          folder = dirname(folder);
        }
        assert.equal(realpathSync.native(folder), folder);
      }),
      { numRuns: 300 },
    ));

  it("is what many paths in a row lead to, whose folders are looked at once", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 10 }),
        fc.array(relative, { maxLength: 10 }),
        async (entries, paths) => {
          const top = deepFolder();
          build(top, entries);
          const all = paths.map((path) => join(top, path));
          const files = new NodeFiles(() => [{ path: top, real: top, name: "top" }], top);
          const each = await Promise.all(all.map((path) => files.resolve(path).catch(messageOf)));
          const together = await files.resolveAll(all).catch(messageOf);
          if (typeof together === "string") assert.ok(each.includes(together), together);
          else assert.deepEqual(together, each);
        },
      ),
      { numRuns: 100 },
    ));

  it("what does not exist keeps its names below its nearest real ancestor", async () => {
    const top = tempFolder({ "real/x": "", link: { link: "real" } });
    assert.equal(await realPathOf(join(top, "link/new/deep.txt")), join(top, "real/new/deep.txt"));
    assert.equal(await realPathOf(join(top, "link/x/below-a-file")), join(top, "real/x/below-a-file"));
  });

  it("a dangling link leads to where it points, out of the folder too", async () => {
    const top = tempFolder({
      dangling: { link: "../outside/none" },
      chain: { link: "dangling" },
      absolute: { link: "/nowhere/at/all" },
    });
    const outside = join(dirname(top), "outside/none");
    assert.equal(await realPathOf(join(top, "dangling")), outside);
    assert.equal(await realPathOf(join(top, "chain")), outside);
    assert.equal(await realPathOf(join(top, "chain/deeper")), join(outside, "deeper"));
    assert.equal(await realPathOf(join(top, "absolute")), "/nowhere/at/all");
  });

  it("a link whose target goes up goes up from where it really is", async () => {
    const top = tempFolder({
      "one/two/x": "",
      "short/up": { link: "../one/two/../new" },
      hop: { link: "one/two" },
      far: { link: "hop/../new" },
    });
    assert.equal(await realPathOf(join(top, "short/up")), join(top, "one/new"));
    assert.equal(await realPathOf(join(top, "far")), join(top, "one/new"));
  });

  it("a backslash is part of a name, here and in a link", async () => {
    const top = tempFolder({ link: { link: "x\\..\\y" } });
    assert.equal(await realPathOf(join(top, "a\\..\\b/new")), join(top, "a\\..\\b/new"));
    assert.equal(await realPathOf(join(top, "link")), join(top, "x\\..\\y"));
  });

  it("loops end with a refusal", async () => {
    const top = tempFolder({
      self: { link: "self" },
      a: { link: "b" },
      b: { link: "a" },
      "d/up": { link: "../d/up/x" },
    });
    for (const path of ["self", "a", "b/x", "self/new", "d/up"])
      await failsWith(() => realPathOf(join(top, path)), "unreadable", /ELOOP|more than 40 symbolic links/);
  });

  it("a loop that the system does not see, because it stops at a name that is missing, ends as well", async () => {
    const top = tempFolder({ self: { link: "none/../self" } });
    await failsWith(
      () => realPathOf(join(top, "self/x")),
      "unreadable",
      `${join(top, "self/x")} goes through more than 40 symbolic links.`,
    );
  });

  it("a long chain of links that ends nowhere is followed to 40 and then refused", async () => {
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`l${index}`, { link: `l${index + 1}` }]));
    const top = tempFolder(chain(60));
    assert.equal(await realPathOf(join(top, "l25")), join(top, "l60"));
    await failsWith(() => realPathOf(join(top, "l0")), "unreadable", /symbolic links|ELOOP/);
  });

  it("a name that is too long is refused: nothing is known of it", () =>
    failsWith(
      () => realPathOf(`/${"x".repeat(300)}`),
      "unreadable",
      /^\/x{300} cannot be examined \(ENAMETOOLONG: .*\): name a path you may look at\.$/,
    ));
});

describe("realPathInPlace (D-6)", () => {
  /** The names of a path down to it, outermost first. */
  const places = (path: string): string[] => (path === dirname(path) ? [path] : [...places(dirname(path)), path]);

  it("is what realPathOf finds where no link is on the way, and leaves the rest to it, on random trees", () =>
    fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 10 }), relative, async (entries, path) => {
        const top = deepFolder();
        const full = join(top, path);
        build(top, entries);
        const inPlace = realPathInPlace(full);
        assert.equal(inPlace === undefined, places(full).some(isLink));
        if (inPlace !== undefined) assert.equal(inPlace, await realPathOf(full));
      }),
      { numRuns: 300 },
    ));

  it("keeps the names of what is not there, also below a file", () => {
    const top = tempFolder({ "real/x": "" });
    for (const path of ["real/x", "real/none", "real/none/deeper", "real/x/below", ""])
      assert.equal(realPathInPlace(join(top, path)), join(top, path));
  });

  it("follows no link, wherever in the path it is and wherever it leads", () => {
    const top = tempFolder({
      "real/x": "",
      link: { link: "real" },
      "real/self": { link: "../real" },
      dangling: { link: "none" },
      loop: { link: "loop" },
    });
    for (const path of ["link", "link/x", "link/none", "real/self/x", "dangling", "dangling/x", "loop"])
      assert.equal(realPathInPlace(join(top, path)), undefined);
  });

  it("says nothing of what cannot be examined, so that the refusal is the same", () => {
    const top = deepFolder();
    assert.equal(realPathInPlace(join(top, "x".repeat(300))), undefined);
    assert.equal(realPathInPlace(`${top}/${"x/".repeat(1024)}x`), undefined);
  });
});
