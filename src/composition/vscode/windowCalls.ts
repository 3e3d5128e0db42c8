/** What answers VS Code's calls of tools and requests to the chat participant. */

import * as vscode from "vscode";
import type { Crib } from "../../core/calls/crib";
import { toolPrefix } from "../../core/tools/registeredNames";
import { ToolCatalog } from "../../core/tools/toolCatalog";
import { forEveryDialect } from "../../dialects";
import { dialectFor } from "../../dialects/chatDialect";
import { followUps } from "../../features/chat/vscode/chatHistory";
import { chatRequests } from "../../features/chat/vscode/chatRequests";
import type { ChatModel } from "../../features/chat/vscode/currentChatModel";
import type { ChatServices } from "../../features/chat/vscode/registerChat";
import { EditorTools } from "../../features/extensionTools/vscode/editorTools";
import { ChatSessions } from "../../features/toolCalls/chatSessions";
import { ChatCalls } from "../../features/toolCalls/vscode/chatCalls";
import { chatOf, chatOfPrepared } from "../../features/toolCalls/vscode/chatOf";
import { ChatQuestions } from "../../features/toolCalls/vscode/chatQuestions";
import { DrawnQuestions, questionScheme } from "../../features/toolCalls/vscode/drawnQuestions";
import { languageModelResult } from "../../features/toolCalls/vscode/languageModelResult";
import { declaredTools, type ToolCallServices } from "../../features/toolCalls/vscode/registerTools";
import { ToolCalls } from "../../features/toolCalls/vscode/toolCalls";
import { ToolContext } from "../../features/toolCalls/vscode/toolContext";
import { useDialect } from "../../features/toolCalls/vscode/useDialect";
import { currentSettings } from "../../vscode/settings/configuration";
import { allowsDialect } from "../makeCribs";
import type { PartsOver, WindowCribs } from "./windowParts";

/** With the model that the person talks to. */
type WindowParts = PartsOver<WindowCribs & { readonly model: ChatModel }>;

/** Opens both, over the same questions. */
export function openCalls(parts: WindowParts): { readonly tools: ToolCallServices; readonly chat: ChatServices } {
  const { agents, review, plans } = parts;
  const questions = new ChatQuestions(review, opensDiff);
  parts.things.add(questions);
  const chatCalls = new ChatCalls({ review, plans, questions });
  const sessions = new ChatSessions(agents);
  return {
    tools: toolServices(parts, sessions, questions, chatCalls),
    chat: chatServices(parts, sessions, chatCalls),
  };
}

const opensDiff = () => currentSettings().settings["review.openDiff"] === "always";

function toolServices(
  parts: WindowParts,
  sessions: ChatSessions,
  questions: ChatQuestions,
  { lines }: ChatCalls,
): ToolCallServices {
  const { keep, cribs, agents, review, plans, current } = parts;
  const drawn = new DrawnQuestions();
  keep(vscode.workspace.registerFileSystemProvider(questionScheme, drawn, { isReadonly: true }));
  const calls = new ToolCalls({ review, plans, questions, lines, drawn, opensDiff });
  const catalog = () => new ToolCatalog(current(), agents);
  const dialects = forEveryDialect((name) => cribs[name].dialect);
  const toolContext = keep(new ToolContext(agents, catalog, Object.values(dialects)));
  return {
    prepare(registered, options, token) {
      const chat = chatOfPrepared(options);
      const called = { ...toolOf(parts, registered), session: sessions.of(chat), inChat: chat !== undefined };
      return calls.prepare({ ...called, input: options.input, token });
    },
    async invoke(registered, options, token) {
      const { input, toolInvocationToken } = options;
      const called = { session: sessions.of(chatOf(options)), inChat: toolInvocationToken !== undefined };
      const result = await calls.invoke({ ...toolOf(parts, registered), ...called, input, token });
      await toolContext.heeded;
      return languageModelResult(result);
    },
    openDiff: (id) => calls.openDiff(id),
    answerQuestion: (id, verdict) => questions.answer(id, verdict),
    rememberCommand: (id, offer, scope) => calls.remember(id, offer, scope),
    useDialect: () => useDialect(dialects),
    resetTools: () => catalog().resetActivations(),
  };
}

/** The crib of the dialect that a tool in VS Code belongs to, and the tool's name there. */
function toolOf({ cribs, standard }: WindowParts, registered: string): { crib: Crib; tool: string } {
  const crib = Object.values(cribs).find(({ dialect }) => registered.startsWith(toolPrefix(dialect.name))) ?? standard;
  return { crib, tool: registered.slice(toolPrefix(crib.dialect.name).length) };
}

function chatServices(parts: WindowParts, sessions: ChatSessions, calls: ChatCalls): ChatServices {
  const { context, cribs, standard, features, agents, plans, model } = parts;
  const settings = () => currentSettings().settings;
  const others = new EditorTools(new Set(declaredTools(context)));
  const answer = chatRequests({
    ...{ standard, features, session: agents, sessions, calls, plans },
    otherTools: ({ added }, request) => others.forRequest(added, request, settings()["chat.otherTools"]),
    cribFor(chat) {
      model.use(chat);
      const { policies } = standard.context();
      return cribs[dialectFor(chat, settings(), (name) => allowsDialect(policies, name))];
    },
    maxRounds: () => settings()["chat.maxRounds"],
  });
  return { answer, followUps };
}
