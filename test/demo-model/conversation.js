/** What of a request's messages the script needs to know. */
const vscode = require("vscode");

/**
 * @typedef {object} Conversation
 * @property {string} prompt the text of the last message in which the user asked for something new
 * @property {number} round how often the model has called tools since then
 * @property {string[]} results what the tools of the last round answered
 * @property {string[]} roles of all messages, in order
 * @property {string} opening the beginning of the first message, which says how to work
 */

/**
 * @param {readonly vscode.LanguageModelChatRequestMessage[]} messages
 * @returns {Conversation}
 */
exports.readConversation = (messages) => {
  const asked = messages.findLast(
    (message) => isUser(message) && results(message).length === 0 && text(message).trim() && !isUrging(message),
  );
  const since = asked ? messages.slice(messages.indexOf(asked) + 1) : [];
  const lastCall = since.findLastIndex(callsTools);
  return {
    prompt: asked ? text(asked) : "",
    round: since.filter(callsTools).length,
    results: lastCall < 0 ? [] : since.slice(lastCall + 1).flatMap(results),
    roles: messages.map(role),
    opening: messages[0] ? text(messages[0]).slice(0, 10_000) : "",
  };
};

/** @param {vscode.LanguageModelChatRequestMessage} message */
const isUser = (message) => message.role === vscode.LanguageModelChatMessageRole.User;

/**
 * What only asks the model to go on with what it was asked before.
 * @param {vscode.LanguageModelChatRequestMessage} message
 */
const isUrging = (message) => /^(continue$|Your answer (broke off|was empty))/.test(text(message).trim());

/** @param {vscode.LanguageModelChatRequestMessage} message */
const callsTools = (message) => message.content.some((part) => part instanceof vscode.LanguageModelToolCallPart);

/** @param {vscode.LanguageModelChatRequestMessage} message */
const text = (message) =>
  message.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");

/**
 * @param {vscode.LanguageModelChatRequestMessage} message
 * @returns {string[]}
 */
const results = (message) =>
  message.content.flatMap((part) =>
    part instanceof vscode.LanguageModelToolResultPart ? [part.content.map(resultText).join("")] : [],
  );

/** @param {unknown} part */
function resultText(part) {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelDataPart) return `[${part.mimeType}, ${part.data.byteLength} bytes]`;
  return JSON.stringify(part);
}

/** @param {vscode.LanguageModelChatRequestMessage} message */
function role(message) {
  if (isUser(message)) return results(message).length > 0 ? "tool results" : "user";
  return message.role === vscode.LanguageModelChatMessageRole.Assistant ? "assistant" : "system";
}
