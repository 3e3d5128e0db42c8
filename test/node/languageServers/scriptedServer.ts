/** A language server that says what a test tells it to. */

/**
 * The arguments of Node for one.
 * @param answers the body of an object: by method, a function of `params` and `id` that answers; `send` and `place` are at hand. `answer` hears what its own questions are answered.
 */
export const scriptedServer = (answers: string): string[] => ["-e", frame.replace("ANSWERS", () => answers)];

/** An answer by which it is known at once to have loaded a file: it has no problems. */
export const loadsAtOnce =
  '"textDocument/didOpen": ({ textDocument: { uri } }) => void send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [] } })';

const frame = `
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
};
const place = (uri, line, character = 0, length = 1) =>
  ({ uri, range: { start: { line, character }, end: { line, character: character + length } } });
const able = Object.fromEntries("workspaceSymbol documentSymbol references definition declaration implementation typeDefinition callHierarchy typeHierarchy hover rename codeAction documentFormatting documentRangeFormatting".split(" ").map((name) => [name + "Provider", true]));
const answers = { initialize: () => ({ capabilities: able }), ANSWERS };
let bytes = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  for (;;) {
    const head = /Content-Length: (\\d+)\\r\\n\\r\\n/.exec(bytes.toString("latin1"));
    const end = head ? head.index + head[0].length + Number(head[1]) : Infinity;
    if (bytes.length < end) return;
    const said = JSON.parse(bytes.subarray(end - Number(head[1]), end).toString());
    const { id, method = "answer", params } = said;
    bytes = bytes.subarray(end);
    const result = method in answers ? answers[method](params, id, said.result) : null;
    if (id !== undefined && method !== "answer" && result !== undefined) send({ id, result });
  }
});
`;
