/** What a person says to what they reject reaches its agent, with a call and once. */
import assert from "node:assert/strict";
import { bareCrib } from "../../support/bareCrib";

describe("comments on what a person rejects", () => {
  it("are told to the agent that they are meant for with its next call, and once", async () => {
    const { crib, call } = await bareCrib();
    const news = (agent: string) => crib.rejectionComments.news(agent).map(({ text }) => text);
    crib.rejectionComments.add({ about: 'the tool "count"', comment: "use wc", isFor: (agent) => agent === "other" });
    crib.rejectionComments.add({
      about: 'the skill "pdf"',
      comment: "name a host",
      isFor: (agent) => agent === "tester",
    });
    const texts = [(await call()).text, (await call()).text];
    assert.deepEqual(
      texts.map((text) => text.split("\n\n").slice(1)),
      [['[The person rejected the skill "pdf" and says: name a host]'], []],
    );
    assert.deepEqual(news("other"), ['[The person rejected the tool "count" and says: use wc]']);
    assert.deepEqual(news("other"), []);
  });
});
