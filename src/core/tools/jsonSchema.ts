/** A tool's input as a JSON Schema, and from one, for tools that are not written here (CT-1, CT-2). */
import * as z from "zod";
import { messageOf } from "../vocabulary/toolError";

/** Characters of a schema as JSON at most: a model reads it with every request. */
const maxCharacters = 100_000;

/** JSON Schema of a tool's input, as models and VS Code read it. */
export const inputSchema = (input: z.ZodObject): Record<string, unknown> => {
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      // zod's bound of every integer says nothing to a model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema;
};

/** The parameters of a tool: what a model is told, and what checks its arguments. */
export interface DescribedInput {
  /** A copy of the schema, without what models have no use for. */
  readonly parameters: Record<string, unknown>;
  readonly input: z.ZodObject;
}

/**
 * Takes a schema of type `object`. Parameters that it does not name are left out, unless `additionalProperties` lets them be.
 * Its patterns are used as they are, so one that backtracks without end holds everything up: take none from whom you
 * would not let run a program.
 * @throws Error with one clause on what cannot be used.
 */
export function inputFromSchema(schema: unknown): DescribedInput {
  const parameters = copyOf(schema);
  const { type, additionalProperties = false } = parameters;
  if (type !== "object") throw new Error(`its type is ${JSON.stringify(type) ?? "missing"}, but must be "object"`);
  // A registry of its own: the shared one would keep every schema that has an id for good.
  const input = z.fromJSONSchema({ ...parameters, additionalProperties } as z.core.JSONSchema.JSONSchema, {
    registry: z.registry(),
  });
  if (!(input instanceof z.ZodObject))
    throw new Error("the whole input can only have properties, required and additionalProperties");
  return { parameters, input };
}

/**
 * For tools whose owner checks the arguments: every argument is passed on as it is, and a schema that says nothing
 * usable counts for one without parameters.
 */
export function uncheckedInput(schema: unknown): DescribedInput {
  const parameters = readableCopy(schema);
  const { properties } = parameters;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const anything = names.map((name) => [name, z.unknown().optional()] as const);
  return { parameters, input: z.looseObject(Object.fromEntries(anything)) };
}

function readableCopy(schema: unknown): Record<string, unknown> {
  try {
    const parameters = copyOf(schema);
    return parameters.type === "object" ? parameters : noParameters;
  } catch {
    return noParameters;
  }
}

const noParameters = { type: "object", properties: {} };

/** What was given may change, or hold what is no JSON. */
function copyOf(schema: unknown): Record<string, unknown> {
  const text = jsonOf(schema);
  if (text === undefined || !isObject(schema)) throw new Error("it is not a JSON object");
  if (text.length > maxCharacters)
    throw new Error(`it is ${text.length} characters long as JSON; the limit is ${maxCharacters}`);
  const { $schema, ...parameters } = JSON.parse(text) as Record<string, unknown>;
  return parameters;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new Error(`it is not JSON (${messageOf(error)})`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
