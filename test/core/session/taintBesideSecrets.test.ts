/** A session's level without secrets that programs were given, which decides where those may be sent (PO-6). */
import assert from "node:assert/strict";
import { isSavedTaint, Taint } from "../../../src/core/session/taint";

const read = (level: "CONFIDENTIAL" | "INTERNAL", source: string, isSecret?: true) => ({
  ...{ time: 1, call: "c", level, source, reason: "because" },
  ...(isSecret && { isSecret }),
});

describe("a session's level beside secrets", () => {
  it("rises with all but secrets, and stays after whatever the lineage forgets", () => {
    const taint = new Taint();
    taint.add(read("INTERNAL", "a"));
    taint.add(read("CONFIDENTIAL", "the secret", true));
    assert.deepEqual([taint.level, taint.levelBesideSecrets], ["CONFIDENTIAL", "INTERNAL"]);
    taint.add(read("CONFIDENTIAL", "crm"));
    for (let at = 0; at < 600; at++) taint.add(read("CONFIDENTIAL", `secret ${at}`, true));
    assert.ok(!taint.lineage.some(({ source }) => source === "crm"));
    assert.equal(taint.levelBesideSecrets, "CONFIDENTIAL");
    taint.reset();
    assert.deepEqual([taint.level, taint.levelBesideSecrets], ["PUBLIC", "PUBLIC"]);
  });

  it("is kept between processes, and is the level itself for what was kept without it", () => {
    const taint = new Taint();
    taint.add(read("CONFIDENTIAL", "the secret", true));
    const saved = JSON.parse(JSON.stringify(taint.saved()));
    assert.ok(isSavedTaint(saved) && !isSavedTaint({ ...saved, besideSecrets: "NONE" }));
    const later = new Taint();
    later.restore(saved);
    assert.deepEqual([later.level, later.levelBesideSecrets], ["CONFIDENTIAL", "PUBLIC"]);
    const { besideSecrets: _, ...older } = saved;
    const other = new Taint();
    other.restore(older);
    assert.equal(other.levelBesideSecrets, "CONFIDENTIAL");
  });
});
