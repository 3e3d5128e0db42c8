/** What other extensions register, before and after tools are used for the first time (CT-1, CT-4). */
import assert from "node:assert/strict";
import { type RegisteredTool, RegisteredTools } from "../../../src/features/extensionTools/registeredTools";
import type { ToolDefinition } from "../../../toolcrib-api";
import { extension, plainTool } from "./support/registered";

const registry = (...taken: string[]) => new RegisteredTools((id) => id === extension, new Set(taken));
const refused = (error: unknown) => assert.fail(String(error));

/** Puts tools to use by noting them. */
function noting(names: string[]) {
  return ({ definition: { name } }: RegisteredTool) => {
    if (name === "unusable") throw new Error("not this one");
    names.push(name);
    return () => void names.splice(names.indexOf(name), 1);
  };
}

describe("the registry of other extensions' tools", () => {
  it("keeps tools until somebody uses tools, and passes on those that come later at once", () => {
    const tools = registry();
    const used: string[] = [];
    const first = tools.api.registerTool(extension, plainTool);
    const gone = tools.api.registerTool(extension, { ...plainTool, name: "gone" });
    gone.dispose();
    tools.follow(noting(used), (_, error) => refused(error));
    assert.deepEqual(used, ["count_words"]);
    tools.api.registerTool(extension, { ...plainTool, name: "second" });
    assert.deepEqual(used, ["count_words", "second"]);
    first.dispose();
    first.dispose();
    assert.deepEqual(used, ["second"]);
    tools.api.registerTool(extension, plainTool);
    assert.deepEqual(used, ["second", "count_words"]);
  });

  it("tells of one that turns out not to be usable, and lets a later one know itself", () => {
    const tools = registry();
    tools.api.registerTool(extension, { ...plainTool, name: "unusable" });
    const problems: string[] = [];
    tools.follow(noting([]), (tool, error) => problems.push(`${tool.definition.name} ${String(error)}`));
    assert.deepEqual(problems, ["unusable Error: not this one"]);
    const again = () => tools.api.registerTool(extension, { ...plainTool, name: "unusable" });
    assert.throws(again, { message: "not this one" });
    assert.throws(again, { message: "not this one" });
  });

  it("takes tools of installed extensions alone, each under a name of its own", () => {
    const tools = registry("read_file");
    assert.throws(() => tools.api.registerTool("not.there", plainTool), {
      message: 'No extension "not.there" is installed: give your own, context.extension.id.',
    });
    assert.throws(() => tools.api.registerTool(undefined as never, plainTool), /No extension undefined is installed/);
    tools.api.registerTool(extension, plainTool);
    for (const name of ["count_words", "read_file"])
      assert.throws(() => tools.api.registerTool(extension, { ...plainTool, name }), {
        message: `There is already a tool "${name}": choose another name.`,
      });
  });

  it("says what is wrong with a definition", () => {
    const wrong: [unknown, string][] = [
      [{ name: 5 }, "The tool 5 cannot be used: `name` must be a string."],
      [{ title: "" }, 'The tool "count_words" cannot be used: `title` must be one line of 1 to 100 characters.'],
      [{ title: "a\nb" }, 'The tool "count_words" cannot be used: `title` must be one line of 1 to 100 characters.'],
      [
        { description: " " },
        'The tool "count_words" cannot be used: `description` must be a text of 1 to 20000 characters.',
      ],
      [{ input: "x" }, 'The tool "count_words" cannot be used: `input` must be a JSON Schema.'],
      [{ run: undefined }, 'The tool "count_words" cannot be used: `run` must be a function.'],
      [{ effects: [] }, 'The tool "count_words" cannot be used: `effects` must be a function.'],
      [{ metadata: 7 }, 'The tool "count_words" cannot be used: `metadata` must be an object.'],
      [
        { metadata: { readOnly: "yes" } },
        'The tool "count_words" cannot be used: `metadata.readOnly` must be true or false.',
      ],
      [{ metadata: { searchHint: 1 } }, 'The tool "count_words" cannot be used: `metadata.searchHint` must be a text.'],
      [
        { metadata: { aliases: [1] } },
        'The tool "count_words" cannot be used: `metadata.aliases` must be a list of up to 20 names.',
      ],
    ];
    const tools = registry();
    for (const [change, message] of wrong)
      assert.throws(() => tools.api.registerTool(extension, { ...plainTool, ...(change as object) }), { message });
    assert.throws(() => tools.api.registerTool(extension, null as never), {
      message: "The tool must be an object: pass what defineTool takes.",
    });
  });

  it("does not follow changes of a definition that was given", async () => {
    const tools = registry();
    const aliases = ["words"];
    const definition = {
      ...plainTool,
      metadata: { readOnly: false, aliases },
      suffix: "!",
      run(this: { suffix: string }) {
        return `done${this.suffix}`;
      },
    };
    const kept: ToolDefinition[] = [];
    tools.follow(
      ({ definition }) => {
        kept.push(definition);
        return () => {};
      },
      (_, error) => refused(error),
    );
    tools.api.registerTool(extension, definition);
    definition.metadata.readOnly = true;
    definition.name = "other";
    aliases.push("run_command");
    const [{ name, metadata, run } = assert.fail()] = kept;
    assert.deepEqual([name, metadata], ["count_words", { readOnly: false, aliases: ["words"] }]);
    assert.equal(await run({}, undefined as never), "done!");
  });

  it("returns a definition as it is given, for its types", () =>
    assert.equal(registry().api.defineTool(plainTool), plainTool));
});
