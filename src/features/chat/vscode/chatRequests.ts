/** What happens with a request to @crib: a slash command, or work for the model. */
import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import type { DialectTool } from "../../../core/tools/tool";
import { ToolCatalog } from "../../../core/tools/toolCatalog";
import { translate } from "../../../core/tools/translate";
import { turnOfPrompt } from "../../../lib/modelLoop/turnsOfCalls";
import { fileUri } from "../../../vscode/files/fileUri";
import { signalOf } from "../../../vscode/ui/signalOf";
import type { OfferedTools } from "../../extensionTools/vscode/editorTools";
import { memoryFile } from "../../memory/memoryText";
import type { RecallData } from "../../memory/recall";
import { PlanRequests } from "../../planMode/planRequests";
import { type PlanReviews, planInChat } from "../../planMode/vscode/planReviews";
import type { SkillCatalog } from "../../skills/skillCatalog";
import { skillPrompt } from "../../skills/skillPrompt";
import type { TaskStore } from "../../tasks/tasks";
import { workText } from "../../tasks/workText";
import type { ChatSessions } from "../../toolCalls/chatSessions";
import type { ChatCalls } from "../../toolCalls/vscode/chatCalls";
import { chatOf } from "../../toolCalls/vscode/chatOf";
import type { Journal } from "../../undo/journal";
import { explainInChat, showLastTurn } from "./chatCommands";
import { answerRequest } from "./participant";
import { RemovedRequests } from "./removedRequests";

/** What requests need of the window. */
export interface ChatParts {
  /** The crib in the dialect that is spoken with a model. */
  cribFor(model: vscode.LanguageModelChat): Crib;
  /** The crib in the standard dialect. */
  readonly standard: Crib;
  readonly features: { readonly journal: Journal; readonly tasks: TaskStore; readonly skills: SkillCatalog };
  /** What all chats have in common. */
  readonly session: Session;
  readonly sessions: ChatSessions;
  readonly calls: ChatCalls;
  readonly plans: PlanReviews;
  maxRounds(): number;
  /** The crib's added tools with those of others that a request is offered. */
  otherTools(crib: Crib, request: vscode.ChatRequest): OfferedTools;
}

/** Answers requests to @crib. */
export function chatRequests(parts: ChatParts): vscode.ChatRequestHandler {
  const { standard, session, features } = parts;
  const planning = new PlanRequests(session.plan);
  return async (request, context, stream, token) => {
    const answered = () => answer(parts, request, context, stream, token);
    if (request.command === "undo") {
      // They came after what the chat still holds, and go before it.
      const removed = await new RemovedRequests(context, chatOf(request), features.journal).offer(stream, true);
      if (removed.length === 0) await showLastTurn(stream, context, features.journal);
    } else if (request.command === "tasks") stream.markdown(workText({ ...standard, tasks: features.tasks }));
    else if (request.command === "explain") await explainInChat(stream, standard, request.prompt);
    else return request.command === "plan" ? planning.during(answered) : answered();
    return {};
  };
}

async function answer(
  parts: ChatParts,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const { calls, plans } = parts;
  const chat = chatOf(request);
  const session = parts.sessions.of(chat);
  const own = parts.cribFor(request.model);
  const offered = parts.otherTools(own, request);
  const crib: Crib = { ...own, added: offered.added };
  const tools = new ToolCatalog(crib, session);
  // A conversation that begins is a new session of DF-3.
  if (context.history.length === 0) tools.resetActivations();
  for (const { name } of request.toolReferences) tools.activateTool(name);
  const turn = turnOfPrompt(request.prompt, chat);
  const removed = new RemovedRequests(context, chat, parts.features.journal, turn.id);
  await removed.tell();
  const live = liveProgress(stream, token);
  const inRequest = { crib, session, turn, stream, token, progress: live.tell };
  const presenting = plans.onDidAsk((plan) => planInChat(stream, plan));
  try {
    return await answerRequest(request, context, stream, token, {
      tools,
      dialect: crib.dialect.name,
      maxRounds: parts.maxRounds(),
      isPlanning: () => session.plan.isOn,
      memory: await memoryOf({ ...parts, session }, signalOf(token)),
      skills: await skillsOf({ ...parts, session }, tools, signalOf(token)),
      turn: turn.id,
      callInChat: (tool, input, invoke) => calls.make(inRequest, tool, input, invoke),
      callBeside: (tool, input) => calls.beside(inRequest, tool, input),
      offerUndo: () => removed.offer(stream),
      readLines: (path, firstLine, lines) => readLines({ ...parts, session }, signalOf(token), path, firstLine, lines),
      fileOf: (tool, input) => fileOf(crib, tool, input),
    });
  } finally {
    live.end();
    // What it debugs ends with the turn.
    void crib.host.debugging?.end(session.agent);
    offered.end();
    presenting.dispose();
  }
}

/**
 * Told only while somebody listens: what goes on in the background has nobody to tell once the answer is complete, and the
 * chat of a cancelled request throws at whoever still tells it something, which may be the output of a command.
 */
function liveProgress(stream: vscode.ChatResponseStream, token: vscode.CancellationToken) {
  let isOpen = true;
  return {
    tell(line: string) {
      if (isOpen && !token.isCancellationRequested) stream.progress(line);
    },
    end() {
      isOpen = false;
    },
  };
}

/** A call like any other, but for what a person would have to be asked about. */
function lookUp(
  { standard, session }: Pick<ChatParts, "standard" | "session">,
  tool: string,
  input: object,
  signal: AbortSignal,
) {
  const nobody = async () => ({ approved: false, by: "nobody" }) as const;
  return executeCall(standard, session, { tool, input, signal, unordered: true }, nobody);
}

async function readLines(parts: ChatParts, signal: AbortSignal, path: string, firstLine: number, lines: number) {
  const { text, isError } = await lookUp(parts, "read_file", { path, offset: firstLine - 1, limit: lines }, signal);
  return isError ? undefined : text;
}

/** The notes of the workspace; undefined where there are none, and in a workspace that is not trusted, which may come with some. */
async function memoryOf(parts: ChatParts, signal: AbortSignal): Promise<string | undefined> {
  const { host, context } = parts.standard;
  if (!context().trusted || !(await hasMemory(host))) return undefined;
  const { text, isError, data } = await lookUp(parts, "recall", {}, signal);
  return isError || (data as RecallData).count === 0 ? undefined : text;
}

/** The skills that the model may follow, and the tools for them, as far as VS Code's own agent would use skills here. */
async function skillsOf(parts: ChatParts, tools: ToolCatalog, signal: AbortSignal): Promise<string | undefined> {
  const { standard, session, features } = parts;
  const { trusted, roots } = standard.context();
  const isOn = vscode.workspace.getConfiguration("chat").get("useAgentSkills", true);
  if (!trusted || !isOn) return undefined;
  const text = await skillPrompt({
    ...{ roots, files: standard.host.files, skills: features.skills },
    ...{ agent: session.agent, level: session.taint.level },
    list: () => lookUp(parts, "skill_list", {}, signal),
  });
  if (text !== undefined)
    for (const name of ["skill_list", "skill_read"]) if (tools.find(name)) tools.activateTool(name);
  return text;
}

/** Spares a chat without notes a line in the log with every request. */
async function hasMemory({ files }: Crib["host"]): Promise<boolean> {
  try {
    return (await files.stat(await files.resolve(memoryFile))) !== undefined;
  } catch {
    return false;
  }
}

async function fileOf({ host }: Crib, tool: DialectTool, input: object): Promise<vscode.Uri | undefined> {
  if (!tool.tool.effectKinds.some((kind) => kind === "read" || kind === "write")) return undefined;
  try {
    const { path } = translate(tool, input).input as { readonly path?: unknown };
    const target = typeof path === "string" ? await host.files.resolve(path) : undefined;
    return target && (await host.files.stat(target))?.kind === "file" ? fileUri(target) : undefined;
  } catch {
    // A link in the chat is a convenience.
    return undefined;
  }
}
