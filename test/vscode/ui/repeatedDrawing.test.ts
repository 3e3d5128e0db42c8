import assert from "node:assert/strict";
import { mock } from "node:test";
import { RepeatedDrawing } from "../../../src/vscode/ui/repeatedDrawing";

describe("drawing again and again", () => {
  let drawn: number;
  let isNeeded: boolean;
  let hand: RepeatedDrawing;
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    drawn = 0;
    isNeeded = false;
    hand = new RepeatedDrawing(
      () => isNeeded,
      () => drawn++,
    );
  });
  const pass = (times: number) => {
    for (let count = 0; count < times; count++) mock.timers.tick(5000);
  };
  afterEach(() => mock.timers.reset());

  it("begins when it is needed, and does not begin twice", () => {
    hand.check();
    pass(5);
    assert.equal(drawn, 0);
    isNeeded = true;
    hand.check();
    hand.check();
    pass(3);
    assert.equal(drawn, 3);
  });

  it("ends by itself when it is no longer needed, at once when that is told, and can begin again", () => {
    isNeeded = true;
    hand.check();
    isNeeded = false;
    pass(3);
    assert.equal(drawn, 1);
    isNeeded = true;
    hand.check();
    isNeeded = false;
    hand.check();
    pass(3);
    assert.equal(drawn, 1);
    isNeeded = true;
    hand.check();
    hand.stop();
    pass(3);
    assert.equal(drawn, 1);
  });
});
