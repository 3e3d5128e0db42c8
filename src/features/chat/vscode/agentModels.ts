/** Which chat model a sub-agent uses (AG-1, AG-7). */
import * as vscode from "vscode";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { AgentModel } from "../../subAgents/agentRecord";
import type { ChatModel } from "./currentChatModel";
import { languageModel, modelProblem } from "./lmModel";

/** Models that a message lists. */
const maxListed = 20;

/**
 * The model of this id, family or name; without a wish the one that the person chats with, or one that may be used without
 * asking. Never opens a dialog: who has not been allowed is refused.
 * @throws ToolError `invalid_input` when there is none of this name, `unavailable` when it may not be used or there is none.
 */
export async function chooseModel(
  wish: string | undefined,
  current: ChatModel,
  access: vscode.LanguageModelAccessInformation,
): Promise<AgentModel> {
  if (wish !== undefined) return asAgentModel(await namedModel(wish, current, access));
  const model = await current.usable();
  if (!model)
    throw new ToolError(
      "unavailable",
      "There is no chat model that Toolcrib may use: the person must first ask @crib something, with a model of their choice.",
    );
  return asAgentModel(model);
}

async function namedModel(
  wish: string,
  current: ChatModel,
  access: vscode.LanguageModelAccessInformation,
): Promise<vscode.LanguageModelChat> {
  const models = await vscode.lm.selectChatModels();
  const found = modelsNamed(wish, models);
  const usable = found.find((model) => current.isCurrent(model) || access.canSendRequest(model) === true);
  if (usable) return usable;
  const [refused] = found;
  if (refused)
    throw new ToolError(
      "unavailable",
      `The person has not let Toolcrib use ${refused.name}: leave "model" out, or ask them to ask @crib something once with that model.`,
    );
  const listed = [...new Set(models.map(({ id }) => id))].slice(0, maxListed);
  throw new ToolError(
    "invalid_input",
    `There is no chat model ${JSON.stringify(wish)}: ${listed.length > 0 ? `there are ${listed.join(", ")}` : "there is none at all"}; leave "model" out to use your own.`,
  );
}

/** By id, then by family, then by name, whatever the case; what says most comes first. */
function modelsNamed(wish: string, models: readonly vscode.LanguageModelChat[]): vscode.LanguageModelChat[] {
  const wanted = wish.trim().toLowerCase();
  const isIt = (text: string) => text.toLowerCase() === wanted;
  const ways = [
    ({ id, vendor }: vscode.LanguageModelChat) => isIt(id) || isIt(`${vendor}/${id}`),
    ({ family }: vscode.LanguageModelChat) => isIt(family),
    ({ name }: vscode.LanguageModelChat) => isIt(name),
  ];
  return ways.map((way) => models.filter(way)).find((found) => found.length > 0) ?? [];
}

/** Failures say what the person can do. */
function asAgentModel(chat: vscode.LanguageModelChat): AgentModel {
  const model = languageModel(chat, vscode.l10n.t("An agent that you asked has delegated work to a sub-agent."));
  return { name: chat.name, model, problem: (error) => modelProblem(chat, error) };
}
