/** What a person may run of an integration by hand, and what they are told (EX-7). */
import assert from "node:assert/strict";
import { type Integration, runnableByHand, usable } from "../../../src/features/integrations/integrations";

const of = (state: Integration["state"], secrets: Record<string, string> = {}): Integration => ({
  ...{ name: "sync", workspace: "chat", folder: "", files: [], digest: "", state },
  manifest: {
    ...{ name: "sync", description: "d", runtime: "bash", hosts: [], packages: [], secrets },
    ...{ entry: "main.sh", test: "true" },
  },
});
const secrets = { TOKEN: "reads" };

describe("running an integration by hand (EX-7)", () => {
  it("is for one without secrets as it is, and with secrets as it was approved", () => {
    for (const one of [of("pending"), of("changed"), of("approved"), of("approved", secrets)])
      assert.equal(runnableByHand("sync", one).state, one.state);
  });

  const refused: readonly [integration: Integration | undefined, message: string][] = [
    [
      of("pending", secrets),
      'The integration "sync" was not run, because it gets secrets and waits for your approval: review and approve it in the Workspaces view, or with "toolcrib integrations approve sync".',
    ],
    [
      of("changed", secrets),
      'The integration "sync" was not run, because it gets secrets and changed since you approved it: review and approve it in the Workspaces view, or with "toolcrib integrations approve sync".',
    ],
    [
      of("rejected"),
      'The integration "sync" was not run, because it was rejected in its current form: review and approve it in the Workspaces view, or with "toolcrib integrations approve sync".',
    ],
    [
      { name: "sync", workspace: "chat", folder: "", files: [], digest: "", state: "unusable", problem: "it is odd" },
      'The integration "sync" cannot be run, because it is odd: fix its files.',
    ],
    [undefined, 'There is no integration "sync".'],
  ];
  for (const [integration, message] of refused)
    it(`says to the person: ${message}`, () => {
      assert.throws(() => runnableByHand("sync", integration), { message });
    });

  it("tests one whatever was said to it", () => {
    assert.equal(usable("sync", of("rejected", secrets)).state, "rejected");
  });
});
