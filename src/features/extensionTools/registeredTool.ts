/** A tool of another extension as a tool like any: planned as work for that extension, judged, run within bounds (CT-1). */
import { type AddedTool, summaryOf } from "../../core/tools/addedTools";
import { inputFromSchema } from "../../core/tools/jsonSchema";
import { type AnyTool, defineTool, type Plan, type PlanContext, type ToolMetadata } from "../../core/tools/tool";
import type { DelegateEffect, EffectKind } from "../../core/vocabulary/effect";
import { messageOf } from "../../core/vocabulary/toolError";
import { declaredEffects } from "./declaredEffects";
import type { RegisteredTool } from "./registeredTools";
import { ToolRuns } from "./toolRuns";

/** What a tool may declare that says that it changes nothing. */
const looking: readonly EffectKind[] = ["delegate", "read", "list", "fetch"];
const anything: readonly EffectKind[] = [...looking, "write", "exec"];

const silent: ToolMetadata = { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false };

/** @throws Error with a sentence when its input cannot be checked. */
export function addedToolOf(registered: RegisteredTool): AddedTool {
  const { extension, definition } = registered;
  const { name, title, description } = definition;
  const { aliases = [], ...facts } = definition.metadata ?? {};
  const { parameters, input } = inputOf(registered);
  const metadata: ToolMetadata = { ...silent, ...facts };
  const runs = new ToolRuns(registered);
  const tool: AnyTool = defineTool({
    ...{ name, description, input, metadata },
    displayName: title,
    summary: summaryOf(description),
    effectKinds: metadata.readOnly ? looking : anything,
    plan: (given, context) => plan(registered, runs, given, context),
  });
  return {
    ...{ name, description, parameters, input, tool },
    displayName: title,
    aliases: [...aliases],
    toInput: (args) => args,
    origin: { kind: "extension", name: extension },
  };
}

function inputOf({ definition }: RegisteredTool) {
  try {
    return inputFromSchema(definition.input);
  } catch (error) {
    throw new Error(`The tool "${definition.name}" cannot be used: its input cannot be checked, ${messageOf(error)}.`);
  }
}

async function plan(
  registered: RegisteredTool,
  runs: ToolRuns,
  input: Record<string, unknown>,
  context: PlanContext,
): Promise<Plan> {
  const { extension, definition } = registered;
  const declared = await declaredEffects(registered, input, context);
  const work: DelegateEffect = {
    kind: "delegate",
    to: `extension ${extension}`,
    prompt: JSON.stringify(input, null, 2),
    tool: definition.name,
    ...(definition.metadata?.readOnly && { readOnly: true }),
  };
  return {
    title: `${definition.title} (${extension})`,
    effects: [work, ...declared],
    run: (running) => runs.run(input, declared, running),
  };
}
