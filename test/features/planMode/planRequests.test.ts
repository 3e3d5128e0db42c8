import assert from "node:assert/strict";
import { PlanMode } from "../../../src/core/session/planMode";
import { PlanRequests } from "../../../src/features/planMode/planRequests";
import { deferred } from "../subAgents/support/agentCrib";

describe("requests that only plan (PM-1)", () => {
  const begin = () => {
    const plan = new PlanMode();
    const requests = new PlanRequests(plan);
    const request = () => {
      const gate = deferred();
      const ended = requests.during(() => gate.promise);
      const end = () => {
        gate.keep();
        return ended;
      };
      return { end };
    };
    return { plan, requests, request };
  };

  it("plan mode is on while one is answered, and off after it, also when it fails", async () => {
    const { plan, requests } = begin();
    await assert.rejects(
      requests.during(async () => {
        assert.equal(plan.isOn, true);
        throw new Error("no power");
      }),
    );
    assert.equal(plan.isOn, false);
  });

  it("of two at once the first that ends leaves the other planning", async () => {
    const { plan, request } = begin();
    const [first, second] = [request(), request()];
    await first.end();
    assert.equal(plan.isOn, true);
    await second.end();
    assert.equal(plan.isOn, false);
  });

  it("plan mode that a person began goes on, whether before or meanwhile", async () => {
    const { plan, request } = begin();
    plan.enter();
    await request().end();
    assert.equal(plan.isOn, true);
    plan.leave();
    const approved = request();
    plan.approve("# A plan");
    plan.enter();
    await approved.end();
    assert.equal(plan.isOn, true);
  });

  it("a plan that was approved stays so", async () => {
    const { plan, request } = begin();
    const approved = request();
    plan.approve("# A plan");
    await approved.end();
    assert.deepEqual([plan.isOn, plan.approved], [false, "# A plan"]);
  });
});
