/** What the words of a command say of what holds it (D-15). */
import assert from "node:assert/strict";
import { confinementOf } from "../../../src/policy/files/confinement";
import { type Fixture, makeFixture } from "../support/fixture";

describe("the port of this machine that a command asks", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  const asked: readonly (readonly [string, string | undefined])[] = [
    ["curl -s localhost:3000", "3000"],
    ["sleep 1; curl -sf -o /dev/null http://127.0.0.1:8080/health", "8080"],
    ["/usr/bin/curl -s 'http://[::1]:5000/'", "5000"],
    ["curl -s http://localhost/", undefined],
    ["curl -s https://a.test:3000/", undefined],
    ["curl -s https://localhost.a.test:3000/", undefined],
    ["echo localhost:3000", undefined],
  ];
  for (const [command, port] of asked)
    it(`${command}: ${port ?? "none"}`, () =>
      assert.equal(confinementOf(fixture.context(), { command }).asksPort, port));
});
