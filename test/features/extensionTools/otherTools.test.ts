/** Which tools of MCP servers and other extensions a request is offered (CT-1). */
import assert from "node:assert/strict";
import { otherTools } from "../../../src/features/extensionTools/otherTools";

const tools = ["toolcrib_read_file", "weather", "github_search", "run_in_terminal"].map((name) => ({ name }));
const own = new Set(["toolcrib_read_file"]);
const named = new Set(["github_search", "toolcrib_read_file"]);
const offered = (choice: "none" | "named" | "all") => otherTools(tools, { choice, named, own }).map(({ name }) => name);

describe("tools of others", () => {
  it("are offered as the setting says, the crib's own never this way", () => {
    assert.deepEqual(offered("none"), []);
    assert.deepEqual(offered("named"), ["github_search"]);
    assert.deepEqual(offered("all"), ["github_search", "weather", "run_in_terminal"]);
  });

  it("are 128 at most, and those that were named are never among what is cut", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ name: `tool_${index}` }));
    const wanted = { choice: "all", named: new Set(["tool_299"]), own: new Set<string>() } as const;
    const names = otherTools(many, wanted).map(({ name }) => name);
    assert.deepEqual([names.length, names[0], names[1], names[127]], [128, "tool_299", "tool_0", "tool_126"]);
  });
});
