/** What the scripted model says next: the steps written into the prompt. */

/**
 * @typedef {object} Call
 * @property {string} tool
 * @property {object} [input]
 *
 * @typedef {object} Step as written in a prompt, one of: `tool` with `input`, `tools`, `text`, `error`
 * @property {string} [tool]
 * @property {object} [input]
 * @property {Call[]} [tools] several calls at once
 * @property {string} [text] said before the calls, or alone
 * @property {string} [error] the request fails with it
 * @property {number} [waitMs] how long to think first
 * @property {string} [waitForFile] think until there is a file of this absolute path
 * @property {string} [repair] the old text it names when a tool asks what an edit meant
 *
 * @typedef {object} Answer
 * @property {string} [text]
 * @property {Required<Call>[]} [calls]
 * @property {string} [error]
 * @property {number} [waitMs]
 * @property {string} [waitForFile]
 */

/** What the step that was played last says of repairs. @type {string | undefined} */
let repair;

/**
 * @param {import("./conversation").Conversation} conversation
 * @param {string[]} offered the names of the tools the model may call
 * @returns {Answer}
 */
exports.nextStep = ({ prompt, round, results }, offered) => {
  if (offered.length === 0 && prompt.startsWith("An edit replaces old_string"))
    return { text: JSON.stringify({ old_string: repair ?? null }) };
  // VS Code asks the model for a title and the like on the side, and offers no tools then.
  if (offered.length === 0) return { text: "Toolcrib demo" };
  const steps = stepsIn(prompt);
  if (typeof steps === "string") return { text: steps };
  if (!steps) return { text: "There is no crib-script block, so there is nothing to do." };
  const step = steps[round];
  return step ? answer(step, offered) : { text: `The script is at its end.\n\n${results.map(quote).join("\n\n")}` };
};

/**
 * The steps of a prompt's `crib-script` block, or what is wrong with them.
 * @param {string} prompt
 * @returns {Step[] | string | undefined}
 */
function stepsIn(prompt) {
  const block = /```crib-script\s*\n([\s\S]*?)\n\s*```/.exec(prompt)?.[1];
  if (block === undefined) return undefined;
  try {
    return JSON.parse(block);
  } catch (error) {
    return `The crib-script block is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * @param {Step} step
 * @param {string[]} offered
 * @returns {Answer}
 */
function answer({ tool, input, tools, repair: meant, ...rest }, offered) {
  repair = meant;
  const wanted = tools ?? (tool ? [{ tool, input }] : []);
  const missing = wanted.find((call) => !offeredName(call.tool, offered));
  if (missing)
    return { ...rest, text: `The tool ${missing.tool} is not offered here. Offered: ${offered.join(", ")}.` };
  return {
    ...rest,
    calls: wanted.map((call) => ({ tool: offeredName(call.tool, offered) ?? "", input: call.input ?? {} })),
  };
}

/**
 * Agent mode offers our tools under a prefix, beside others that may bear the bare name: ours come first.
 * @param {string} name
 * @param {string[]} offered
 */
const offeredName = (name, offered) =>
  offered.find((other) => other === `toolcrib_${name}`) ??
  offered.find((other) => other === name) ??
  offered.find((other) => other.endsWith(`_${name}`));

/** @param {string} result */
function quote(result) {
  const longest = Math.max(2, ...(result.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `LAST RESULT:\n${fence}text\n${result}\n${fence}`;
}
