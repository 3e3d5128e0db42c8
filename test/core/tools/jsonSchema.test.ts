/** The JSON Schema of a tool's input, and tools whose input is described by one from elsewhere (CT-1, CT-2). */
import assert from "node:assert/strict";
import * as z from "zod";
import { parametersOf } from "../../../src/core/tools/dialect";
import { type DescribedInput, inputFromSchema, inputSchema, uncheckedInput } from "../../../src/core/tools/jsonSchema";
import type { DialectTool } from "../../../src/core/tools/tool";
import { defineTool } from "../../../src/core/tools/tool";
import { translate } from "../../../src/core/tools/translate";

const word = { type: "string" };

/** A tool with this input. */
function toolWith({ parameters, input }: DescribedInput): DialectTool {
  const tool = defineTool({
    ...{ name: "probe", displayName: "Probe", summary: "s", description: "d", input, effectKinds: [] },
    metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
    plan: async () => assert.fail("only its input is looked at"),
  });
  const names = { name: "probe", aliases: [], displayName: "Probe", description: "d" };
  return { ...names, parameters, input, tool, toInput: (args) => args };
}

const taken = (schema: object, args: unknown) => translate(toolWith(inputFromSchema(schema)), args).input;
const told = (schema: object, args: unknown) => {
  try {
    return { taken: taken(schema, args) };
  } catch (error) {
    return (error as Error).message;
  }
};

describe("an input from a JSON Schema", () => {
  it("is told to models as it was given, without the name of its draft", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { a: { ...word, "x-hint": 1 } },
      required: ["a"],
    };
    const described = inputFromSchema(schema);
    const { $schema, ...rest } = schema;
    assert.deepEqual(parametersOf(toolWith(described)), rest);
    schema.properties.a.type = "number";
    assert.deepEqual(described.parameters.properties, { a: { type: "string", "x-hint": 1 } });
  });

  it("checks arguments, and names what is wrong in one sentence", () => {
    const schema = {
      type: "object",
      properties: {
        a: word,
        n: { type: "integer", minimum: 3 },
        kind: { enum: ["x", "y"] },
        list: { type: "array", items: { $ref: "#/$defs/item" }, maxItems: 2 },
      },
      required: ["a"],
      $defs: { item: { type: "object", properties: { b: { type: "number" } }, required: ["b"] } },
    };
    assert.deepEqual(taken(schema, { a: "x", n: "4", list: [{ b: 1, more: true }] }), {
      a: "x",
      n: 4,
      list: [{ b: 1, more: true }],
    });
    const wrong: [object, string][] = [
      [{}, 'probe needs the parameter "a", which is missing.'],
      [{ a: 5 }, 'probe parameter "a" is wrong: expected string, but got 5.'],
      [{ a: "x", n: 2 }, 'probe parameter "n" is wrong: expected number to be >=3, but got 2.'],
      [{ a: "x", kind: "z" }, 'probe parameter "kind" is wrong: Invalid option: expected one of "x"|"y", but got "z".'],
      [{ a: "x", list: [{ b: "no" }] }, 'probe parameter "list[0].b" is wrong: expected number, but got "no".'],
    ];
    for (const [args, message] of wrong) assert.equal(told(schema, args), message);
  });

  it("takes arguments that it does not name where its additionalProperties say so, and checks them", () => {
    const open = { type: "object", properties: { a: word }, additionalProperties: { type: "number" } };
    assert.deepEqual(taken(open, { a: "x", b: 1, constructor: 2 }), { a: "x", b: 1, constructor: 2 });
    assert.equal(told(open, { b: "x" }), 'probe parameter "b" is wrong: expected number, but got "x".');
    assert.deepEqual(taken({ type: "object", additionalProperties: true }, { toString: [1] }), { toString: [1] });
    const closed = { type: "object", properties: { a: word }, additionalProperties: false };
    assert.deepEqual(taken(closed, { a: "x", b: 1 }), { a: "x" });
  });

  it("may be used by several tools under one id", () => {
    const schema = { $id: "https://example.org/same", type: "object", properties: {} };
    for (let tool = 0; tool < 3; tool++) assert.deepEqual(taken(schema, {}), {});
    inputFromSchema({ id: "of-a-tool", type: "object", properties: {} });
    assert.equal(z.globalRegistry._idmap.has("of-a-tool"), false);
  });

  it("is refused in one clause where it cannot be checked", () => {
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic.self = cyclic;
    const property = (a: object) => ({ type: "object", properties: { a } });
    const odd: [unknown, RegExp][] = [
      [undefined, /^it is not a JSON object$/],
      [[], /^it is not a JSON object$/],
      [cyclic, /^it is not JSON \(Converting circular structure/],
      [{ type: "string" }, /^its type is "string", but must be "object"$/],
      [{}, /^its type is missing, but must be "object"$/],
      [property({ description: "x".repeat(100_000) }), /^it is 1000\d\d characters long as JSON; the limit is 100000$/],
      [property({ type: "banana" }), /banana/],
      [property({ type: "string", pattern: "(" }), /Invalid regular expression/],
      [property({ $ref: "https://example.org/other" }), /External \$ref is not supported/],
      [
        { type: "object", minProperties: 1 },
        /^the whole input can only have properties, required and additionalProperties/,
      ],
    ];
    for (const [schema, problem] of odd)
      assert.throws(
        () => inputFromSchema(schema),
        (error: Error) => problem.test(error.message),
      );
  });
});

describe("an input that its owner checks", () => {
  it("is passed on as it is, whatever the schema says", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer", not: {} } },
      required: ["a"],
      minProperties: 1,
    };
    const tool = toolWith(uncheckedInput(schema));
    assert.deepEqual(parametersOf(tool), schema);
    for (const args of [{}, { a: "5" }, { a: [1], other: { b: 2 } }])
      assert.deepEqual(translate(tool, args).input, args);
  });

  it("has no parameters when the schema says nothing usable", () => {
    for (const schema of [undefined, null, "x", [], { type: "string" }, { big: 1n }]) {
      const { parameters, input } = uncheckedInput(schema);
      assert.deepEqual(parameters, { type: "object", properties: {} });
      assert.ok(input instanceof z.ZodObject);
    }
  });
});

describe("inputSchema", () => {
  it("is plain JSON Schema, required only where there is no default, without zod's own bounds", () =>
    assert.deepEqual(
      inputSchema(
        z.object({
          a: z.string().min(1).describe("An a."),
          b: z.number().int().min(0).default(3),
          c: z.boolean().optional(),
          d: z.number().int().max(9),
        }),
      ),
      {
        type: "object",
        properties: {
          a: { type: "string", minLength: 1, description: "An a." },
          b: { type: "integer", minimum: 0, default: 3 },
          c: { type: "boolean" },
          d: { type: "integer", maximum: 9 },
        },
        required: ["a", "d"],
      },
    ));
});
