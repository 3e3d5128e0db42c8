/** What the scripted model says in the sample project: it fixes the failing test, and every tool call is a real one. */

/** A call of a tool, by its bare name. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is said next: a text, then a call unless the script is over. */
export interface ScriptedStep {
  readonly text: string;
  readonly call?: ScriptedCall;
}

const tests: ScriptedCall = { tool: "run_command", input: { command: "npm test" } };

const steps: readonly ScriptedStep[] = [
  {
    text: "This is a scripted demo, not a real model: I play the same steps whatever you ask. The tools are real. First I'll look for the discount.\n\n",
    call: { tool: "search_text", input: { pattern: "BULK_QUANTITY" } },
  },
  { text: "Now I'll run the tests to see what fails.\n\n", call: tests },
  {
    text: "Ten items should be enough for the discount. Let me read that code.\n\n",
    call: { tool: "read_file", input: { path: "src/price.js" } },
  },
  {
    text: "The comparison leaves out exactly ten items. I'll propose a one-line fix.\n\n",
    call: {
      tool: "edit_file",
      input: { path: "src/price.js", old_string: "quantity > BULK_QUANTITY", new_string: "quantity >= BULK_QUANTITY" },
    },
  },
  { text: "I'll run the tests again.\n\n", call: tests },
];

/**
 * @param round how often tools were called since the person asked.
 * @param lastResults what the tools of the last round answered.
 */
export function scriptedStep(round: number, lastResults: readonly string[]): ScriptedStep {
  const step = steps[round];
  if (step) return step;
  const passed = /^\W*fail 0$/m.test(lastResults.join("\n"));
  return {
    text: passed
      ? "All tests pass now. That was the scripted demo: one search, one file read, one edit, two commands. For your own work, choose a real model in the model picker."
      : "The tests do not pass: this scripted demo only works in the sample project as it was made, and its edit and its commands must be allowed.",
  };
}

/**
 * The name under which a tool is offered: agent mode offers ours with a prefix, beside others that may bear the bare name.
 * @returns undefined where it is not offered.
 */
export const offeredName = (tool: string, offered: readonly string[]): string | undefined =>
  [`toolcrib_${tool}`, tool].find((name) => offered.includes(name));
