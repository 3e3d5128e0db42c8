/** The demonstration: it fixes the failing test of `test/demo-workspace`, with every tool call a real one. */

/** @type {import("./script").Step[]} */
const steps = [
  {
    text: "This is a scripted demo, not a real model: I play the same steps whatever you ask. The tools are real. First I'll look for the discount.\n\n",
    tool: "search_text",
    input: { pattern: "BULK_QUANTITY" },
  },
  { text: "Now I'll run the tests to see what fails.\n\n", tool: "run_command", input: { command: "npm test" } },
  {
    text: "Ten items should be enough for the discount. Let me read that code.\n\n",
    tool: "read_file",
    input: { path: "src/price.js" },
  },
  {
    text: "The comparison leaves out exactly ten items. I'll propose a one-line fix.\n\n",
    tool: "edit_file",
    input: { path: "src/price.js", old_string: "quantity > BULK_QUANTITY", new_string: "quantity >= BULK_QUANTITY" },
  },
  { text: "I'll run the tests again.\n\n", tool: "run_command", input: { command: "npm test" } },
];

/**
 * @param {number} round
 * @param {string[]} results
 * @returns {import("./script").Step}
 */
exports.demo = (round, results) => steps[round] ?? { text: closing(results.join("\n")) };

/** @param {string} lastResult what the second test run answered */
function closing(lastResult) {
  if (/^\W*fail 0$/m.test(lastResult))
    return "All tests pass now. That was the scripted demo: one search, one file read, one edit, two commands.";
  return "The tests do not pass: this scripted demo only works in the demo workspace, and its edit and its commands must be allowed.";
}
