/** Addresses are taken apart as those who make the connection do it: no two readers see two hosts (WF-6). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { caseCount } from "../../../scripts/testing/caseCount.cjs";
import { readSettings } from "../../../src/core/settings/readSettings";
import { isHost, judgeAddress } from "../../../src/policy/network/addressRule";
import { curlTargets, hasCurl } from "./support/curl";
import { oddAddress } from "./support/oddAddresses";

const { settings } = readSettings({});
const addresses = fc.sample(oddAddress, { numRuns: caseCount(10_000), seed: 8 });
const readable = addresses.filter((url) => judgeAddress(url, settings).kind !== "malformed");

const portOf = ({ port, protocol }: URL) => (port !== "" ? port : protocol === "https:" ? "443" : "80");
const withoutDot = (host: string) => host.replace(/\.$/, "");
/** Host and port as Node reads them. */
const target = (url: URL) => `${withoutDot(url.hostname)}:${portOf(url)}`;

describe("odd addresses", () => {
  it("are as many of either kind as a comparison needs", () => {
    const share = readable.length / addresses.length;
    assert.ok(share > 0.4 && share < 0.8, String(share));
  });

  it("have the host, the port and the kind that Node's URL gives them, or are refused", () => {
    for (const text of readable) {
      const url = new URL(text);
      // No name has an empty part, so it leads nowhere.
      if (url.hostname.endsWith("..")) continue;
      assert.ok(isHost(target(url), text, false), `${JSON.stringify(text)} is not ${target(url)}`);
      const plain = judgeAddress(`${url.protocol}//${url.host}/`, settings);
      assert.equal(judgeAddress(text, settings).kind, plain.kind, JSON.stringify(text));
    }
  });

  it("lead where curl would go, where curl takes them for addresses", async function () {
    if (!hasCurl()) return this.skip();
    const found = await curlTargets(readable);
    const taken = readable.flatMap((text, at) => (found[at] === undefined ? [] : [{ text, curl: found[at] }]));
    for (const { text, curl } of taken) {
      // curl leaves IPv6 addresses and what ends in a dot as they were written; whoever connects reads them again.
      const { protocol } = new URL(text);
      assert.equal(target(new URL(`${protocol}//${curl}`)), target(new URL(text)), `${JSON.stringify(text)}: ${curl}`);
    }
    assert.ok(taken.length > readable.length / 2, `curl took ${taken.length} of ${readable.length}`);
  });
});
