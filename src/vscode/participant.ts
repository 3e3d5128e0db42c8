import * as vscode from "vscode";
import { type CallResult, type Message, type Model, type Part, runLoop } from "../agent/loop";
import type { Dialect } from "../core/dialect";
import { findTool } from "../core/dialect";
import { registeredName } from "../core/manifest";
import { inputSchema } from "../core/tool";
import { messageOf } from "../core/toolError";
import type { InvokeInChat } from "./chatQuestions";
import { signalOf } from "./toolCalls";

const instructions = `You work in the person's workspace in VS Code with the tools you are given, and with nothing else.
Look before you change: search or find, read, then edit. Make the smallest change that does what was asked.
After a change, run the project's own tests or build and read what they print.
A call that is denied or declined stays so: do not try it another way; say what you needed it for.
End with a short account of what you changed and how you know that it works.`;

/** What a model has to know while nothing may be changed. */
const planning = `Plan mode is on: nothing can be changed until the person has approved a plan. Look at everything that matters,
then hand in your plan with submit_plan and wait; without such a tool, give the plan in your answer and stop.`;

/** What one chat request needs. */
export interface ParticipantOptions {
  readonly dialect: Dialect;
  readonly maxRounds: number;
  /** True in plan mode. */
  readonly isPlanning: boolean;
  /** Makes a call of a tool in this chat; see ToolCalls.inChat. */
  callInChat(
    tool: string,
    input: object,
    token: vscode.CancellationToken,
    invoke: InvokeInChat,
  ): Promise<vscode.LanguageModelToolResult>;
}

/** A model that takes no pictures is told that there was one. */
function toResultPart({ id, text, parts = [] }: Extract<Part, { kind: "result" }>, takesImages: boolean) {
  const shown = parts.filter(({ mimeType }) => takesImages && mimeType.startsWith("image/"));
  const left = parts.length - shown.length;
  const note =
    left > 0 ? `\n[${left} ${left === 1 ? "part" : "parts"} of this result cannot be shown to this model.]` : "";
  return new vscode.LanguageModelToolResultPart(id, [
    new vscode.LanguageModelTextPart(text + note),
    ...shown.map(({ bytes, mimeType }) => new vscode.LanguageModelDataPart(bytes, mimeType)),
  ]);
}

const toModelMessage = ({ role, parts }: Message, takesImages: boolean): vscode.LanguageModelChatMessage => {
  const content = parts.map((part) => {
    if (part.kind === "text") return new vscode.LanguageModelTextPart(part.text);
    if (part.kind === "call") return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    return toResultPart(part, takesImages);
  });
  const kind =
    role === "user" ? vscode.LanguageModelChatMessageRole.User : vscode.LanguageModelChatMessageRole.Assistant;
  return new vscode.LanguageModelChatMessage(kind, content);
};

/** VS Code does not yet tell every extension what a model takes; one that says nothing is given text alone. */
const takesImages = (chat: vscode.LanguageModelChat): boolean =>
  (chat as { capabilities?: { supportsImageToText?: boolean } }).capabilities?.supportsImageToText === true;

/** A VS Code chat model as the loop knows one. */
const modelOf = (chat: vscode.LanguageModelChat, dialect: Dialect, token: vscode.CancellationToken): Model => ({
  async *answer(messages) {
    const tools = dialect.tools.map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: inputSchema(input),
    }));
    const response = await chat.sendRequest(
      messages.map((message) => toModelMessage(message, takesImages(chat))),
      { tools, justification: "You asked @crib to work in your workspace." },
      token,
    );
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) yield { kind: "text", text: part.value };
      if (part instanceof vscode.LanguageModelToolCallPart)
        yield { kind: "call", id: part.callId, name: part.name, input: part.input };
    }
  },
});

/** Earlier turns of this chat as plain text. */
function history(context: vscode.ChatContext): Message[] {
  return context.history.flatMap((turn): Message[] => {
    if (turn instanceof vscode.ChatRequestTurn) return [{ role: "user", parts: [{ kind: "text", text: turn.prompt }] }];
    const texts = turn.response
      .filter((part) => part instanceof vscode.ChatResponseMarkdownPart)
      .map((part) => part.value.value);
    return texts.length > 0 ? [{ role: "assistant", parts: [{ kind: "text", text: texts.join("") }] }] : [];
  });
}

/** Files and selections that the person attached, by name and range; the model reads them with its tools. */
function attachments(references: readonly vscode.ChatPromptReference[]): string {
  const named = references.map(({ value }) => {
    if (value instanceof vscode.Uri) return value.fsPath;
    if (value instanceof vscode.Location)
      return `${value.uri.fsPath}, lines ${value.range.start.line + 1} to ${value.range.end.line + 1}`;
    return undefined;
  });
  const known = named.filter((name) => name !== undefined);
  return known.length > 0 ? `\n\nAttached by the person:\n${known.map((name) => `- ${name}`).join("\n")}` : "";
}

/** Makes a call through VS Code, so that its own confirmation and progress are shown in this chat. */
async function callTool(
  call: Extract<Part, { kind: "call" }>,
  { dialect, callInChat }: ParticipantOptions,
  request: vscode.ChatRequest,
  token: vscode.CancellationToken,
): Promise<CallResult> {
  const tool = findTool(dialect, call.name);
  if (!tool)
    return { text: `There is no tool "${call.name}": use one of ${dialect.tools.map(({ name }) => name).join(", ")}.` };
  try {
    const options = { input: call.input, toolInvocationToken: request.toolInvocationToken };
    const registered = registeredName(dialect.name, tool.name);
    const result = await callInChat(tool.name, call.input, token, (withdrawable) =>
      vscode.lm.invokeTool(registered, options, withdrawable),
    );
    const texts = result.content.filter((part) => part instanceof vscode.LanguageModelTextPart);
    const data = result.content.filter((part) => part instanceof vscode.LanguageModelDataPart);
    return {
      text: texts.map(({ value }) => value).join(""),
      parts: data.map(({ data: bytes, mimeType }) => ({ bytes, mimeType })),
    };
  } catch (error) {
    // VS Code throws when the person skips or cancels the call in its own confirmation.
    if (error instanceof vscode.CancellationError || /cancel/i.test(messageOf(error)))
      return { text: "The person declined this call. Nothing was done. Do not retry it; ask what they want instead." };
    return { text: `The call failed: ${messageOf(error)}. Nothing was done.` };
  }
}

/** Answers one request to @crib. */
export async function answerRequest(
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
  options: ParticipantOptions,
): Promise<vscode.ChatResult> {
  const { dialect, maxRounds, isPlanning } = options;
  const messages: Message[] = [
    { role: "user", parts: [{ kind: "text", text: isPlanning ? `${instructions}\n${planning}` : instructions }] },
    ...history(context),
    { role: "user", parts: [{ kind: "text", text: request.prompt + attachments(request.references) }] },
  ];
  try {
    const ending = await runLoop(messages, {
      model: modelOf(request.model, dialect, token),
      callTool: (call) => callTool(call, options, request, token),
      onText: (text) => stream.markdown(text),
      signal: signalOf(token),
      maxRounds,
    });
    if (ending === "rounds")
      stream.markdown(`\n\nStopped after ${maxRounds} rounds (\`toolcrib.chat.maxRounds\`). Say "continue" to go on.`);
    if (ending === "empty") stream.markdown("The model gave an empty answer. Try again, or choose another model.");
    return { metadata: { ending } };
  } catch (error) {
    if (token.isCancellationRequested) return { metadata: { ending: "cancelled" } };
    return { errorDetails: { message: modelProblem(request.model, error) } };
  }
}

function modelProblem(model: vscode.LanguageModelChat, error: unknown): string {
  const code = error instanceof vscode.LanguageModelError ? error.code : "";
  if (code === vscode.LanguageModelError.NoPermissions.name)
    return `${model.name} may not be used by Toolcrib: allow it in the Accounts menu.`;
  if (code === vscode.LanguageModelError.Blocked.name)
    return `${model.name} refused the request, or its quota is used up: wait or choose another model.`;
  if (code === vscode.LanguageModelError.NotFound.name)
    return `${model.name} is not available any more: choose another model.`;
  return `${model.name} failed: ${messageOf(error)}`;
}
