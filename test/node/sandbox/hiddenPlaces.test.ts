import assert from "node:assert/strict";
import { join } from "node:path";
import { nobody } from "../../../src/core/caller";
import { nothingClosed } from "../../../src/core/closedFiles";
import { noPolicies } from "../../../src/core/policies";
import { readSettings } from "../../../src/core/readSettings";
import { hiddenPlaces } from "../../../src/node/sandbox/hiddenPlaces";
import { confinementOf } from "../../../src/policy/confinement";
import { tempFolder } from "../../support/tempFolder";

describe("what no command may see (D-15)", () => {
  it("secrets at the top of the person's own folders, for an agent that works apart from them (AG-3)", async () => {
    const top = tempFolder({
      "ws/.env": "A=1",
      "ws/key.pem": "k",
      "ws/a.txt": "a",
      "tree/.env": "A=1",
      home: undefined,
    });
    const hiddenFor = async (workspace: readonly string[]) => {
      const confinement = confinementOf({
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
        resolve: () => Promise.reject(new Error("not needed")),
      });
      const mounts = await hiddenPlaces(confinement);
      return mounts
        .filter(({ path }) => path.startsWith(top))
        .map(({ kind, path, isFolder }) => [kind, path, isFolder]);
    };
    assert.deepEqual(await hiddenFor([join(top, "ws")]), [
      ["hidden", join(top, "ws/.env"), false],
      ["hidden", join(top, "ws/key.pem"), false],
    ]);
    assert.deepEqual(await hiddenFor([]), []);
  });
});
