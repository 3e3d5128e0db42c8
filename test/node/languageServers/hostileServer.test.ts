/** What a language server answers is somebody else's word: it changes nothing by itself, and nothing that was not judged. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ServerCode } from "../../../src/node/languageServers/serverCode";
import { realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";
import { loadsAtOnce, scriptedServer } from "./scriptedServer";

const tree = { "a.py": "x = 1\nx\n", "b.py": "x\n", ".toolcribignore": "closed.py\n", "closed.py": "x\n" };

async function served(answers: string, settings: Record<string, unknown> = {}) {
  let root = "";
  const server = { command: [process.execPath, ...scriptedServer(`${loadsAtOnce},${answers}`)], extensions: [".py"] };
  const code = new ServerCode({ servers: { python: server }, folders: () => [root] });
  const at = await realCrib(tree, { host: { code }, settings });
  root = at.root;
  servers.push(code);
  return { ...at, said: async (tool: string, input: object) => (await at.call(tool, input)).text };
}

const servers: ServerCode[] = [];
const place = { path: "a.py", line: 1, name: "x" };
const renaming = { ...place, new_name: "y" };

describe("a language server that is not to be trusted", function () {
  this.timeout(60_000);
  afterEach(() => {
    for (const code of servers.splice(0)) code.stop();
  });

  it("is told that its answer is none, whatever it sends in its place", async () => {
    const found = [
      ...["[null]", "[{}]", "'text'", "7", "[[]]", "[{ uri: 5, range: place('', 0).range }]"],
      ...["[place('file:///a', -1)]", "[place('file:///a', 0.5)]", "[place('file:///a', 0, 1e400)]"],
    ];
    const answers = found.map((one) => `() => (${one})`);
    const at = await served(
      `"textDocument/references": () => [${answers.join(",")}][at++](), ...(globalThis.at = 0, {})`,
    );
    for (const one of found)
      assert.match(
        await at.said("find_references", place),
        /^The language server for python gave an answer that its protocol does not have \(/,
        one,
      );
  });

  it("writes nothing at places that there are not, twice at one, or with what is no text", async () => {
    const changes = [
      "[{ range: place('', 0, -1).range, newText: 'y' }]",
      "[{ range: place('', 0, 0.5).range, newText: 'y' }]",
      "[{ range: place('', 0).range, newText: 5 }]",
      "[{ range: place('', 90).range, newText: 'y' }]",
      "[{ range: place('', 0, 400).range, newText: 'y' }]",
      "[{ range: place('', 0).range, newText: 'y' }, { range: place('', 0).range, newText: 'z' }]",
      "[{ range: { start: { line: 1, character: 0 }, end: { line: 0, character: 0 } }, newText: 'y' }]",
      "'text'",
    ];
    const next = `[${changes.join(",")}][at++]`;
    const at = await served(`
      "textDocument/rename": ({ textDocument: { uri } }) => ({ changes: { [uri]: ${next} } }),
      ...(globalThis.at = 0, {})`);
    const before = snapshot(at.root);
    for (const one of changes) {
      const { isError, text } = await at.call("rename_symbol", renaming);
      assert.equal(isError, true, `${one}: ${text}`);
    }
    assert.deepEqual([snapshot(at.root), at.asked], [before, []]);
  });

  it("reaches no file outside, closed or of git, and none that is no file", async () => {
    const at = await served(`
      "textDocument/rename": ({ textDocument: { uri }, newName: hex }) => {
        const newName = Buffer.from(hex.slice(1), "hex").toString();
        const other = newName.startsWith("untitled") ? newName : new URL(newName, uri).href;
        const edit = { range: place("", 0).range, newText: newName };
        return { changes: { [uri]: [edit], [other]: [{ ...edit, range: place("", 0, 0, 0).range }] } };
      }`);
    const before = snapshot(at.root);
    const outside = join(at.root, "..", "stolen.py");
    const others = ["closed.py", ".git/hooks/pre-commit", "../stolen.py", "a%00.py", "none.py", "untitled:a"];
    // A plain name, of which the server makes the file that it names.
    const to = (other: string) => ({ ...renaming, new_name: `x${Buffer.from(other).toString("hex")}` });
    for (const other of [...others, pathToFileURL(outside).href]) {
      const { isError, text } = await at.call("rename_symbol", to(other));
      assert.equal(isError, true, `${other}: ${text}`);
    }
    assert.deepEqual([snapshot(at.root), existsSync(outside), at.asked], [before, false, []]);
    assert.match(await at.said("rename_symbol", to("closed.py")), /^Denied by policy/);
  });

  it("tells nothing of a file outside that it names like the language's own library", async () => {
    const at = await served(`
      "textDocument/definition": ({ textDocument: { uri } }) => place(new URL("typescript/lib/lib.evil.d.ts", uri).href, 0),
      "textDocument/hover": () => ({ contents: "told" })`);
    mkdirSync(join(at.root, "typescript/lib"), { recursive: true });
    writeFileSync(join(at.root, "..", "secret.ts"), "x\n");
    symlinkSync("../../../secret.ts", join(at.root, "typescript/lib/lib.evil.d.ts"));
    assert.doesNotMatch(await at.said("hover", place), /told/);
  });

  it("makes no file by an action but as a write that is judged", async () => {
    const at = await served(`
      "textDocument/codeAction": ({ textDocument: { uri }, context: { only: [kind] } }) => {
        const other = new URL(Buffer.from(kind.slice(8), "hex").toString(), uri).href;
        return [{ title: "Move", kind, edit: { changes: { [other]: [{ range: place("", 0, 0, 0).range, newText: "evil" }] } } }];
      }`);
    const before = snapshot(at.root);
    const make = (other: string) => {
      const kind = `refactor${Buffer.from(other).toString("hex")}`;
      return at.call("code_action", { path: "a.py", line: 1, kind, title: "Move" });
    };
    for (const other of ["../stolen.py", "closed.py", ".toolcrib/policy.jsonc"]) {
      const { isError, text } = await make(other);
      assert.equal(isError, true, `${other}: ${text}`);
    }
    assert.deepEqual([snapshot(at.root), at.asked], [before, []]);
    await make(".git/hooks/pre-commit");
    assert.deepEqual(
      at.asked.map(({ decision: { kind, always, reason } }) => [kind, always, reason]),
      [["ask", true, ".git is protected"]],
    );
  });

  it("shows nothing of what is closed, and is not obeyed when it asks for a change", async () => {
    const at = await served(`
      "textDocument/references": ({ textDocument: { uri } }) => {
        send({ id: 99, method: "workspace/applyEdit", params: { edit: { changes: { [uri]: [{ range: place("", 0).range, newText: "evil" }] } } } });
        return ["closed.py", "b.py", "../../etc/passwd"].map((name) => place(new URL(name, uri).href, 0));
      }`);
    const text = await at.said("find_references", place);
    assert.match(text, /^1 line with a reference to "x" in 1 file:\nb\.py:1: x\n/);
    assert.match(text, /\[Left out: closed\.py /);
    assert.equal(readFileSync(join(at.root, "a.py"), "utf8"), tree["a.py"]);
  });

  it("may say any amount, also of itself, and a page of it is shown", async () => {
    const at = await served(`
      "textDocument/references": ({ textDocument: { uri } }) => {
        process.stderr.write("noise ".repeat(500_000));
        for (const params of [undefined, {}, { uri: 5 }, { uri, diagnostics: 7 }, { token: 1 }, { token: 1, value: null }])
          for (const method of ["textDocument/publishDiagnostics", "$/progress", "none/such"]) send({ method, params });
        return Array.from({ length: 50_000 }, (_, at) => place(uri, at));
      }`);
    const text = await at.said("find_references", { ...place, limit: 2 });
    assert.match(text, /^50000 lines with references to "x" in 1 file, 1 to 2:\na\.py:1: x = 1\na\.py:2: x\n/);
  });

  it("is started again after it ended in the middle of a question", async () => {
    const at = await served(`
      "textDocument/references": ({ textDocument: { uri } }) => {
        const { existsSync, writeFileSync } = require("node:fs");
        if (existsSync("seen.txt")) return [place(uri, 0)];
        writeFileSync("seen.txt", "");
        process.exit(9);
      }`);
    assert.equal(
      await at.said("find_references", place),
      "The language server for python ended while it worked on this: repeat the call, for which it is started again, or use search_text.",
    );
    assert.match(await at.said("find_references", place), /^1 line with a reference to "x"/);
  });

  it("is told to stop what took too long", async () => {
    const at = await served(
      `"textDocument/references": () => undefined,
       "$/cancelRequest": () => void require("node:fs").writeFileSync("cancelled.txt", "")`,
      { "toolcrib.code.waitMs": 1000 },
    );
    assert.match(
      await at.said("find_references", place),
      /^The language server for python did not answer within \d+ s/,
    );
    for (let attempt = 0; attempt < 400 && !existsSync(join(at.root, "cancelled.txt")); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(existsSync(join(at.root, "cancelled.txt")));
  });
});
