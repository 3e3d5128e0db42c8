/** However the host of an address is spelled, it is judged as what it is (WF-6, PO-8b). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readSettings } from "../../src/core/settings/readSettings";
import { isHost, judgeAddress } from "../../src/policy/network/addressRule";
import { strangeHosts } from "../support/strangeHosts";

const { settings } = readSettings({ "web.allowedHosts": ["packages.example", "*.trusted.example"] });

/** @param zeros how many stand before an octal or hexadecimal number beside those it needs. */
function inRadix(value: number, radix: number, zeros: number): string {
  if (radix === 10) return String(value);
  return (radix === 8 ? "0" : "0x") + "0".repeat(zeros) + value.toString(radix);
}

describe("spellings of hosts", () => {
  for (const host of strangeHosts)
    it(`refuses ${host}, which leads to no site on the open internet (WF-6)`, () => {
      const { decision, isLocal } = judgeAddress(`http://${host}/`, settings);
      assert.deepEqual([decision.kind, decision.rule, isLocal], ["deny", "addresses", false]);
    });

  it("judges an IPv4 address alike in every radix, with and without its middle parts (WF-6)", () => {
    const radixes = fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 });
    const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    const ranges = fc.constantFrom<readonly number[]>([], [10], [127], [169, 254], [192, 168], [100, 100], [168, 63]);
    fc.assert(
      fc.property(
        bytes,
        ranges,
        radixes,
        fc.integer({ min: 1, max: 4 }),
        fc.nat(6),
        (rest, range, radix, parts, zeros) => {
          const all = [...range, ...rest].slice(0, 4);
          const last = all.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
          const spelled = [...all.slice(0, parts - 1), last].map((value, at) => inRadix(value, radix[at] ?? 10, zeros));
          const plain = judgeAddress(`http://${all.join(".")}/`, settings);
          assert.deepEqual(judgeAddress(`http://${spelled.join(".")}/`, settings), plain);
          assert.deepEqual(judgeAddress(`http://[::ffff:${all.join(".")}]/`, settings).kind, plain.kind);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("sees the host that Node sees, in whatever spelling Node takes", () => {
    const letter = fc.constantFrom(..."aZ0-._~%@:/?#[]\\\u00e9\u3002\uff0e\u2460\uff21\u0430\u00df\u200d");
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((text) => `[${text}]`),
      fc.string({ unit: letter }),
    );
    fc.assert(
      fc.property(fc.constantFrom("http", "HTTPS"), host, fc.webPath(), (scheme, name, path) => {
        const address = `${scheme}://${name}${path}`;
        const { decision } = judgeAddress(address, settings);
        if (!URL.canParse(address)) return assert.equal(decision.kind, "deny");
        if (decision.kind === "deny") return;
        const { hostname } = new URL(address);
        assert.equal(isHost(hostname, address, true), true, address);
        assert.equal(isHost(`x${hostname}`, address, true), false, address);
      }),
      { numRuns: 2000 },
    );
  });
});
