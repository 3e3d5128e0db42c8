import * as vscode from "vscode";
import type { Settings } from "../../../core/settings/settings";
import { type AddedTool, type AddedTools, summaryOf } from "../../../core/tools/addedTools";
import { uncheckedInput } from "../../../core/tools/jsonSchema";
import { type AnyTool, defineTool, type ToolResult } from "../../../core/tools/tool";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { otherTools } from "../otherTools";
import { resultOfAnswer } from "../toolAnswers";
import { clauseOf } from "../toolFailure";

/** What is needed of a request to @crib. */
export type OfferingRequest = Pick<vscode.ChatRequest, "toolInvocationToken" | "toolReferences">;

/** Every added tool that a request may use. */
export interface OfferedTools {
  readonly added: AddedTools;
  /** Its chat is left alone from now on. */
  end(): void;
}

/** What VS Code asks in the chat of a request that has ended would be seen by nobody: it asks in a dialog then. */
interface ChatToken {
  current: vscode.ChatParticipantToolToken | undefined;
}

/**
 * The tools that VS Code has from MCP servers and other extensions, for one request (CT-1). They come and go without
 * notice, so they are looked up anew for each.
 */
export class EditorTools {
  /** @param own names of this extension's tools. */
  constructor(private readonly own: ReadonlySet<string>) {}

  /**
   * @param choice what the setting says of tools that the person did not name.
   * @returns the same tools and these.
   */
  forRequest(
    added: AddedTools,
    { toolInvocationToken, toolReferences }: OfferingRequest,
    choice: Settings["chat.otherTools"],
  ): OfferedTools {
    const named = new Set(toolReferences.map(({ name }) => name));
    const token: ChatToken = { current: toolInvocationToken };
    const more = added.layered();
    for (const tool of otherTools(vscode.lm.tools, { choice, named, own: this.own })) offer(more, tool, token);
    return {
      added: more,
      end() {
        token.current = undefined;
      },
    };
  }
}

/** One whose name is taken, or is no name for every model, is left out. */
function offer(added: AddedTools, information: vscode.LanguageModelToolInformation, token: ChatToken): void {
  try {
    added.add(addedToolOf(information, token));
  } catch {
    // The crib's own tool of that name is the one that is meant.
  }
}

const unknown = { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false };

function addedToolOf(
  { name, description, inputSchema }: vscode.LanguageModelToolInformation,
  token: ChatToken,
): AddedTool {
  const { parameters, input } = uncheckedInput(inputSchema);
  const tool: AnyTool = defineTool({
    ...{ name, displayName: name, description, input, metadata: unknown },
    summary: summaryOf(description),
    effectKinds: ["delegate"],
    plan: async (given) => ({
      title: name,
      effects: [
        {
          kind: "delegate",
          to: `tool ${name}`,
          prompt: JSON.stringify(given, null, 2),
          tool: name,
          asksItself: true,
        },
      ],
      run: ({ signal }) => invokeEditorTool(name, given, token.current, signal),
    }),
  });
  return {
    ...{ name, displayName: name, description, parameters, input, tool },
    aliases: [],
    toInput: (args) => args,
    origin: { kind: "editor", name: "VS Code" },
  };
}

/**
 * Calls one of VS Code's tools and waits for its answer.
 * @param toolInvocationToken of the chat in which VS Code asks its own question; absent: in a dialog.
 * @throws ToolError `cancelled`; `declined` where the person says no to VS Code's question; `tool_failed`.
 */
export async function invokeEditorTool(
  name: string,
  input: object,
  toolInvocationToken: vscode.ChatParticipantToolToken | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
  const cancel = new vscode.CancellationTokenSource();
  const stop = () => cancel.cancel();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken }, cancel.token);
    return resultOfAnswer(answerOf(content));
  } catch (error) {
    throw failureOf(name, error, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    cancel.dispose();
  }
}

function answerOf(content: readonly unknown[]) {
  const texts = content.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
  const data = content.filter((part) => part instanceof vscode.LanguageModelDataPart);
  const left = content.length - texts.length - data.length;
  const note =
    left > 0 ? [`[${left} ${left === 1 ? "part" : "parts"} of this result can only be shown by VS Code.]`] : [];
  return { text: [...texts, ...note].join("\n"), parts: data };
}

function failureOf(name: string, error: unknown, signal: AbortSignal): ToolError {
  if (signal.aborted) return new ToolError("cancelled", `The call of ${name} was cancelled while it ran.`);
  // VS Code throws when the person skips the call in its own confirmation.
  if (error instanceof vscode.CancellationError || /^cancell?ed$/i.test(messageOf(error)))
    return new ToolError(
      "declined",
      `The person declined the call of ${name}. Nothing was done. Do not retry it; ask what they want instead.`,
    );
  return new ToolError(
    "tool_failed",
    `The tool ${name} failed: ${clauseOf(error)}. Go on without it, or tell the person.`,
  );
}
