import assert from "node:assert/strict";
import { type StatusPart, StatusParts, type StatusPlace } from "../../../src/features/status/statusParts";

const saying = (part: () => StatusPart | undefined) => {
  const listeners = new Set<() => void>();
  const source = {
    statusPart: part,
    onStatusChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { source, listeners };
};
const part = (text: string, weight?: "warning" | "error"): StatusPart => ({
  ...{ text, about: `${text}.`, actions: [] },
  ...(weight && { weight }),
});

describe("the one item in the status bar", () => {
  it("says what there is to say in the order of its places, with the heaviest weight", () => {
    const parts = new StatusParts();
    const all: readonly (readonly [StatusPlace, StatusPart])[] = [
      ["read", part("RESTRICTED", "error")],
      ["running", part("npm test")],
      ["mode", part("Plan mode", "warning")],
    ];
    for (const [place, one] of all) parts.add(place, saying(() => one).source);
    assert.deepEqual(parts.whole(), {
      text: "Plan mode  npm test  RESTRICTED",
      about: "Plan mode.\nnpm test.\nRESTRICTED.",
      weight: "error",
    });
  });

  it("is gone while nobody has anything to say, and hears of every change", () => {
    const parts = new StatusParts();
    let said: StatusPart | undefined;
    let drawn = 0;
    parts.onChange(() => drawn++);
    const { source, listeners } = saying(() => said);
    const remove = parts.add("waiting", source);
    assert.deepEqual([parts.whole(), drawn], [undefined, 1]);
    said = part("2");
    for (const listener of listeners) listener();
    assert.deepEqual([parts.whole()?.text, parts.whole()?.weight, drawn], ["2", undefined, 2]);
    remove();
    assert.deepEqual([parts.whole(), drawn, listeners.size], [undefined, 3, 0]);
  });
});
