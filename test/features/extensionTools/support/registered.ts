/** A tool of another extension in a real crib. */
import { addedToolOf } from "../../../../src/features/extensionTools/registeredTool";
import { RegisteredTools } from "../../../../src/features/extensionTools/registeredTools";
import type { ToolDefinition } from "../../../../toolcrib-api";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import type { Tree } from "../../../support/tempFolder";

/** Installed wherever a test asks. */
export const extension = "acme.words";

/** Counts nothing, says what it was given. */
export const plainTool: ToolDefinition = {
  name: "count_words",
  title: "Count Words",
  description: "Counts words.\nReturns their number.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  run: ({ text }) => `${String(text).split(/\s+/).length} words`,
};

/** @param changes what differs from {@link plainTool}. */
export async function withTool(
  changes: Partial<ToolDefinition> = {},
  options: CribOptions & { readonly tree?: Tree } = {},
): Promise<RealCrib> {
  const at = await realCrib(options.tree, options);
  const registered = new RegisteredTools((id) => id === extension, new Set());
  registered.follow(
    (tool) => at.crib.added.add(addedToolOf(tool)),
    (_, error) => {
      throw error;
    },
  );
  registered.api.registerTool(extension, { ...plainTool, ...changes });
  return at;
}

/** What a model is told of a tool that failed. */
export const failed = (problem: string) =>
  `The tool count_words of the extension acme.words failed: ${problem}. Go on without it, or tell the person.`;
