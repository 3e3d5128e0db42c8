import assert from "node:assert/strict";
import { BoundedMap } from "../../../src/core/util/boundedMap";

describe("bounded maps", () => {
  const make = () => new BoundedMap<string>(3, 10, (text) => text.length);
  const kept = (map: BoundedMap<string>) => ["a", "b", "c", "d"].filter((name) => map.get(name) !== undefined).join("");

  it("let go of what was used the longest time ago, when there are too many", () => {
    const map = make();
    for (const name of ["a", "b", "c"]) map.put(name, name);
    map.touch("a");
    map.get("b");
    map.put("d", "d");
    assert.equal(kept(map), "acd");
  });

  it("let go of as many as the next one takes room of", () => {
    const map = make();
    map.put("a", "1234");
    map.put("b", "1234");
    map.put("c", "12345678");
    assert.equal(kept(map), "c");
  });

  it("count what takes the place of another, and what is dropped, once", () => {
    const map = make();
    map.put("a", "123456789");
    map.put("a", "1");
    map.put("b", "123456789");
    assert.equal(kept(map), "ab");
    map.drop("b");
    map.drop("b");
    map.put("c", "12345678");
    assert.equal(kept(map), "ac");
    map.put("d", "12");
    assert.equal(kept(map), "cd");
  });

  it("keep nothing that is too large by itself, nor what was there before it", () => {
    const map = make();
    map.put("a", "1");
    map.put("b", "2");
    map.put("a", "12345678901");
    assert.equal(kept(map), "b");
  });
});
