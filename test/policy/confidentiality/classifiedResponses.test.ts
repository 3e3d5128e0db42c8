import assert from "node:assert/strict";
import type { ToolResult } from "../../../src/core/tools/tool";
import { realCrib } from "../../support/realCrib";

const lines = Array.from({ length: 100 }, (_, at) => `an ordinary line with the number ${at}`).join("\n");
const secret = ["npm", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");

describe("the facts of a result", () => {
  const check = async (result: Omit<ToolResult, "isError">) => {
    const { crib, session } = await realCrib({}, { settings: { "classification.redactSecrets": true } });
    return crib.responses.check({ ...result, isError: false }, undefined, session, "call");
  };

  it("lose their secrets beside long lines that the text begins with", async () => {
    const data = { text: lines, names: ["a", secret] };
    const { result } = await check({ text: `${lines}\n[a note]`, data });
    assert.deepEqual(result.data, { text: lines, names: ["a", "[redacted: npm token]"] });
  });

  it("are looked through where the text goes on in the middle of their last line", async () => {
    const text = `${lines}\n${secret}`;
    const { result } = await check({ text: `${text}andmore`, data: { text } });
    assert.equal(result.text, `${text}andmore`);
    assert.deepEqual(result.data, { text: `${lines}\n[redacted: npm token]` });
  });

  it("lose what the text loses", async () => {
    const text = `${lines}\n${secret}`;
    const { result } = await check({ text: `${text}\n[a note]`, data: { text } });
    assert.equal(result.text, `${lines}\n[redacted: npm token]\n[a note]`);
    assert.deepEqual(result.data, { text: `${lines}\n[redacted: npm token]` });
  });
});
