/** Where the keys of search services are kept, and for whom (WS-1). */
import assert from "node:assert/strict";
import type { SecretStorage } from "vscode";
import type { SearchPlaces } from "../../../src/core/settings/searchProvider";
import { SearchKeys } from "../../../src/features/webSearch/vscode/searchKeys";

const template = (address: string): SearchPlaces["web.search.template"] => ({
  ...{ address, method: "GET", results: "items", title: "title", url: "url" },
});

function keysWith(start: string) {
  const stored = new Map<string, string>();
  const secrets = {
    get: async (name: string) => stored.get(name),
    store: async (name: string, value: string) => void stored.set(name, value),
    delete: async (name: string) => void stored.delete(name),
  } as unknown as SecretStorage;
  const places = { "web.search.address": "", "web.search.template": template(start) };
  return { keys: new SearchKeys(secrets, () => places), places, stored };
}

describe("keys of search services", () => {
  it("go to the service that they were given for, and to no other that is described in its place", async () => {
    const { keys, places } = keysWith("https://one.example/find?q={query}");
    await keys.keep("custom", "k1");
    assert.equal(await keys.keyOf("custom"), "k1");
    places["web.search.template"] = template("https://one.example/v2/find?q={query}");
    assert.equal(await keys.keyOf("custom"), "k1");
    for (const other of ["https://two.example/find?q={query}", "http://one.example/find?q={query}", "nonsense"]) {
      places["web.search.template"] = template(other);
      assert.equal(await keys.keyOf("custom"), undefined, other);
    }
  });

  it("are of one service each, are tried before they are kept, and are forgotten", async () => {
    const { keys, stored } = keysWith("https://one.example/");
    await keys.keep("brave", "k1");
    assert.deepEqual([await keys.keyOf("brave"), await keys.keyOf("tavily")], ["k1", undefined]);
    assert.equal(await keys.trying("tavily", "k2", () => keys.keyOf("tavily")), "k2");
    assert.deepEqual([await keys.keyOf("tavily"), await keys.kept()], [undefined, ["brave"]]);
    await keys.forget("brave");
    assert.deepEqual([await keys.keyOf("brave"), await keys.kept(), stored.size], [undefined, [], 0]);
  });
});
