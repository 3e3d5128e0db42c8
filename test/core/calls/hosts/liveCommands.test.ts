import assert from "node:assert/strict";
import { LiveCommands } from "../../../../src/core/calls/hosts/liveCommands";
import type { CallJournals } from "../../../../src/core/journal/callJournal";
import type { CheckpointPort, LiveFindings } from "../../../../src/core/ports/changes/checkpoint";

const created = (path: string): LiveFindings => ({
  changes: [{ path, after: { kind: "file", bytes: new Uint8Array() }, createdDirectories: [] }],
  unkept: [],
});

/** Folders in which a file counts as new to the first who looks. */
class CountedFolders implements CheckpointPort {
  readonly looks: string[] = [];
  readonly fresh = new Map<string, string>();

  async coverage() {
    return { isWhole: true };
  }

  async take({ roots: [root = ""] }: { readonly roots: readonly string[] }) {
    return {
      changes: async (take: (found: LiveFindings) => Promise<void>) => {
        this.looks.push(root);
        const path = this.fresh.get(root);
        this.fresh.delete(root);
        if (path !== undefined) await take(created(path));
      },
      skip: async () => {},
      end: async () => {},
    };
  }

  async recover() {}
}

describe("commands at the same time that change files in their place (D-17)", () => {
  it("have each folder looked through once before another begins, for the first that began there", async () => {
    const folders = new CountedFolders();
    const recorded: [string, string[]][] = [];
    const journals = { begin: () => assert.fail("nothing is recorded twice") } as unknown as CallJournals;
    const live = new LiveCommands(
      folders,
      () => journals,
      () => ({ roots: [], closedFiles: () => assert.fail() }),
    );
    const begin = (id: string, root: string) =>
      live.begin({
        facts: { id, agent: "a", tool: "run_command", title: id },
        journal: { record: async (changes) => void recorded.push([id, changes.map(({ path }) => path)]) },
        roots: [root],
        isClosed: () => false,
      });
    for (const id of ["1", "2", "3"]) await begin(id, "/w");
    await begin("other", "/v");
    folders.looks.length = 0;
    folders.fresh.set("/w", "/w/new.txt").set("/v", "/v/new.txt");
    const last = await begin("4", "/w");
    assert.deepEqual(folders.looks, ["/w", "/v"]);
    assert.deepEqual(recorded, [
      ["1", ["/w/new.txt"]],
      ["other", ["/v/new.txt"]],
    ]);
    assert.equal(await last.end(), undefined);
  });
});
