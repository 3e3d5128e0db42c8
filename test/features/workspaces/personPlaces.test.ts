/** The person's folders are not there for work in an agent's workspace (EX-1, HB-1). */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { noRepositories } from "../../../src/core/ports/repository";
import { noPolicies } from "../../../src/core/settings/policies";
import { readSettings } from "../../../src/core/settings/readSettings";
import { nobody } from "../../../src/core/vocabulary/caller";
import { nothingClosed } from "../../../src/core/vocabulary/closedFiles";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { personPlaces } from "../../../src/node/sandbox/places/personPlaces";
import { confinementOf } from "../../../src/policy/files/confinement";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { tempFolder } from "../../support/tempFolder";
import { Neighbours } from "./support/neighbours";

describe("the person's folders for work in an agent's workspace (HB-1)", () => {
  const top = tempFolder({ "project/a": "", "ws/alice/scratch": undefined });
  const own = join(top, "ws/alice");
  const placesFor = async (workspace: readonly string[], inWorkspace = true) => {
    const confinement = confinementOf({
      caller: nobody,
      settings: readSettings({}).settings,
      roots: [own],
      workspace,
      ownWorkspace: own,
      inWorkspace,
      home: top,
      closed: [],
      policies: noPolicies,
      trusted: true,
      closedFiles: async () => nothingClosed,
      repositoriesAt: async () => noRepositories,
      resolve: () => Promise.reject(new Error("not needed")),
      names: () => Promise.reject(new Error("not needed")),
      entries: () => Promise.reject(new Error("not needed")),
    });
    return (await personPlaces(confinement)).map(({ kind, path, isFolder }) => [kind, path, isFolder]);
  };

  it("are hidden whole, as far as they are there", async () => {
    const places = await placesFor([join(top, "project"), top, join(top, "gone")]);
    assert.deepEqual(places, [
      ["hidden", join(top, "project"), true],
      ["hidden", top, true],
    ]);
  });

  it("are never the workspace itself, which a person may open", async () => {
    assert.deepEqual(await placesFor([own, join(own, "scratch")]), []);
  });

  it("are all there for work elsewhere", async () => {
    assert.deepEqual(await placesFor([top], false), []);
  });

  it("are everything but the system where that is what is open", async () => {
    const hidden = (await placesFor(["/"])).map(([, path]) => path);
    for (const system of ["/", "/usr", "/etc", "/bin", "/proc", "/tmp"]) assert.ok(!hidden.includes(system), system);
    assert.ok(hidden.includes("/home"));
    assert.deepEqual(await placesFor(["/usr"]), []);
  });
});

describe("a root that holds the workspaces and the home (EX-1)", () => {
  it("is not there, while the agent's workspace and the system's programs are", async function () {
    await needsBubblewrap(this);
    const world = new Neighbours(
      { "project/letters.txt": "the person's\n", "project/.ssh/id_rsa": "key" },
      "project/.agents/workspaces",
    );
    const { HOME } = process.env;
    try {
      process.env.HOME = world.root;
      const alice = await world.agent("alice", { sandbox: "required" });
      await alice.call("exec_write", {
        path: "scratch/look.sh",
        content: `echo own > scratch/a; cat scratch/a; ls -A ${quoted(world.root)} ${quoted(world.workspaces)}; touch ${quoted(`${world.workspaces}/b`)}`,
      });
      const { text } = await alice.call("exec_run", { command: "sh scratch/look.sh 2>&1" });
      assert.deepEqual(text.split("\n").slice(0, 7), [
        "own",
        `${world.root}:`,
        ".agents",
        "",
        `${world.workspaces}:`,
        basename(alice.own),
        `touch: cannot touch '${world.workspaces}/b': Read-only file system`,
      ]);
      assert.deepEqual(alice.asked, []);
    } finally {
      process.env.HOME = HOME;
      await world.close();
    }
  });
});
