import assert from "node:assert/strict";
import { join } from "node:path";
import { noRepositories } from "../../../../src/core/ports/repository";
import type { RuleContext } from "../../../../src/core/rules/rule";
import { noPolicies } from "../../../../src/core/settings/policies";
import { readSettings } from "../../../../src/core/settings/readSettings";
import { nobody } from "../../../../src/core/vocabulary/caller";
import { type ClosedFiles, nothingClosed } from "../../../../src/core/vocabulary/closedFiles";
import type { Program } from "../../../../src/core/vocabulary/program";
import { NodeFiles } from "../../../../src/node/files/nodeFiles";
import { rootPlaces } from "../../../../src/node/sandbox/places/rootPlaces";
import { ClosedFilesReader } from "../../../../src/policy/files/closedFilesReader";
import { confinementOf } from "../../../../src/policy/files/confinement";
import { tempFolder } from "../../../support/tempFolder";

describe("what no command may see (D-15)", () => {
  it("secrets and closed files in the person's own folders, for an agent that works apart from them (AG-3)", async () => {
    const top = tempFolder({
      "ws/.env": "A=1",
      "ws/key.pem": "k",
      "ws/a.txt": "a",
      "ws/pkg/.env": "A=1",
      "ws/pkg/b.txt": "b",
      "ws/closed/c.txt": "c",
      "ws/.toolcribignore": "closed/\n",
      "tree/.env": "A=1",
      home: undefined,
    });
    const ws = join(top, "ws");
    const hiddenFor = async (
      workspace: readonly string[],
      closedFiles: ClosedFiles = nothingClosed,
      program?: Program,
    ) => {
      const context: RuleContext = {
        caller: nobody,
        settings: readSettings({}).settings,
        roots: [join(top, "tree")],
        isolated: true,
        workspace,
        home: join(top, "home"),
        closed: [],
        policies: noPolicies,
        trusted: true,
        closedFiles: async () => nothingClosed,
        repositoriesAt: async () => noRepositories,
        resolve: () => Promise.reject(new Error("not needed")),
        names: () => Promise.reject(new Error("not needed")),
        entries: () => Promise.reject(new Error("not needed")),
      };
      const mounts = await rootPlaces(confinementOf(context, program && { program }), closedFiles);
      return mounts.filter(({ path }) => path.startsWith(ws)).map(({ kind, path, isFolder }) => [kind, path, isFolder]);
    };
    const secrets = [
      ["hidden", join(ws, ".env"), false],
      ["hidden", join(ws, "key.pem"), false],
      ["hidden", join(ws, "pkg/.env"), false],
    ];
    assert.deepEqual((await hiddenFor([ws])).sort(), secrets);
    const closed = await new ClosedFilesReader(new NodeFiles(() => [], top)).read([ws]);
    const both = [...secrets, ["hidden", join(ws, "closed"), true], ["hidden", join(ws, "closed/c.txt"), false]];
    assert.deepEqual((await hiddenFor([ws], closed)).sort(), both.sort());
    assert.deepEqual(await hiddenFor([]), []);
    const permissions = { writes: "none", reads: "none", network: [] } as const;
    const blind = { tool: "t", digest: "d", folder: join(top, "home"), permissions };
    assert.deepEqual(await hiddenFor([ws], closed, blind), [["hidden", ws, true]]);
  });
});
