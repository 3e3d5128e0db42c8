/** Code intelligence without an editor, by the real typescript-language-server. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ServerCode } from "../../../src/node/languageServers/serverCode";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { loadsAtOnce, scriptedServer } from "./scriptedServer";

const files = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "target": "es2022" }, "include": ["*.ts"] }\n',
  "price.ts": "/** What one costs. */\nexport function price(): number {\n  return 1;\n}\n",
  "cart.ts": 'import { price } from "./price";\r\n\r\nexport const sum = price() + price();\r\n',
  "wrong.ts":
    'import { price } from "./price";\nimport { readFileSync } from "node:fs";\nexport const text: string = price();\n',
  "messy.ts": "export function f(){\n    return   1\n}\n",
  "loop.ts": "export function twice(a: number) {\n  return a * 2 + 1;\n}\n",
  "view.ts": 'export const one = parseInt("1", 10);\n',
  "a.py": "x = 1\n",
  ".toolcribignore": "closed.ts\n",
  "closed.ts": 'export const secretName = "s3cret";\nexport const secretPin = 4711;\n',
  "opened.ts":
    'import { secretName, secretPin } from "./closed";\nconst x = secretName;\nexport const own = { x, pin: secretPin } as const;\nexport const level: "low" | "high" = "low";\n',
  "notes.md": "price is what one costs\n",
  "view.tsx": "export const view = () => <b>{1}</b>;\n",
};

/** A server that loads: it answers from the file alone until it says that it is done. */
const slow = `
let text = "";
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
};
let isLoaded = false;
const progress = (kind) => send({ method: "$/progress", params: { token: 1, value: { kind, title: "Loading" } } });
const place = (uri, line) => ({ uri, range: { start: { line, character: 0 }, end: { line, character: 1 } } });
process.stdin.on("data", (chunk) => {
  text += chunk;
  for (;;) {
    const head = /Content-Length: (\\d+)\\r\\n\\r\\n/.exec(text);
    if (!head || text.length < head.index + head[0].length + Number(head[1])) return;
    const body = text.slice(head.index + head[0].length, head.index + head[0].length + Number(head[1]));
    text = text.slice(head.index + head[0].length + Number(head[1]));
    const { id, method, params } = JSON.parse(body);
    if (method === "initialize") send({ id, result: { capabilities: { referencesProvider: true, codeActionProvider: true } } });
    else if (method === "textDocument/didOpen") {
      setTimeout(() => progress("begin"), 200);
      setTimeout(() => { isLoaded = true; progress("end"); send({ method: "textDocument/publishDiagnostics", params: { uri: params.textDocument.uri, diagnostics: [] } }); }, 1200);
    } else if (method === "textDocument/references") {
      const { uri } = params.textDocument;
      send({ id, result: isLoaded ? [place(uri, 0), place(uri, 1)] : [place(uri, 0)] });
    } else if (id !== undefined) send({ id, result: null });
  }
});
`;

const require = createRequire(__filename);
const cli = join(dirname(require.resolve("typescript-language-server/package.json")), "lib", "cli.mjs");
const tsserver = require.resolve("typescript/lib/tsserver.js");
const typescript = {
  command: [process.execPath, cli, "--stdio"],
  extensions: [".ts"],
  options: { tsserver: { path: tsserver } },
};

describe("code through a language server", function () {
  this.timeout(120_000);
  let place: Awaited<ReturnType<typeof realCrib>>;
  let code: ServerCode;
  before(async () => {
    let root = "";
    code = new ServerCode({ servers: { typescript }, folders: () => [root] });
    place = await realCrib(files, { host: { code }, settings: { "toolcrib.code.waitMs": 120_000 } });
    root = place.root;
  });
  after(() => code.stop());
  const call = async (tool: string, input: object) =>
    (await place.call(tool, input)).text.replace(/^\[The language server was .*\]\n?/gm, "");

  it("finds references, definitions and callers over files", async () => {
    assert.equal(
      (await call("find_references", { path: "price.ts", line: 2, name: "price" })).trim(),
      [
        '5 lines with references to "price" in 3 files:',
        'cart.ts:1: import { price } from "./price";',
        "cart.ts:3: export const sum = price() + price();",
        "price.ts:2: export function price(): number {",
        'wrong.ts:1: import { price } from "./price";',
        "wrong.ts:3: export const text: string = price();",
      ].join("\n"),
    );
    assert.match(
      await call("go_to", { path: "cart.ts", line: 3, name: "price", occurrence: 1 }),
      /price\.ts:2: export function price/,
    );
    assert.match(await call("call_hierarchy", { path: "price.ts", line: 2, name: "price" }), /cart\.ts:3:/);
    assert.match(await call("hover", { path: "cart.ts", line: 3, name: "price", occurrence: 1 }), /What one costs/);
    assert.match(
      await call("find_symbol", { path: "price.ts" }),
      /price\.ts:2: export function price\(\): number \{ {2}\[function price\]/,
    );
  });

  it("tells no text or number of a closed file as the type of a name in another", async () => {
    const shown = async (line: number, name: string) => call("hover", { path: "opened.ts", line, name });
    assert.match(await shown(2, "x"), /const x: string/);
    const own = await shown(3, "own");
    assert.match(own, /x: string;\n.*pin: number;/);
    assert.doesNotMatch(own, /s3cret|4711/);
    assert.match(await shown(4, "level"), /level: "low" \| "high"/);
    assert.match(await shown(2, "secretName"), /^No information about "secretName" found/);
  });

  it("finds a symbol by its name alone, also where files that no server knows hold it", async () => {
    assert.match(await call("find_references", { name: "price" }), /^5 lines with references to "price" in 3 files:/);
    assert.match(await call("find_symbol", { name: "pri*" }), /price\.ts:2: .*\[function price\]/);
  });

  let folder = "";

  it("finds symbols beside a server that has no list of them, and one that does not start", async () => {
    const plain = { command: [process.execPath, ...scriptedServer(loadsAtOnce)], extensions: [".json"] };
    const none = {
      command: [process.execPath, ...scriptedServer(`${loadsAtOnce}, initialize: () => ({ capabilities: {} })`)],
      extensions: [".json"],
    };
    const broken = { command: [process.execPath, "-e", "process.exit(3)"], extensions: [".py"] };
    for (const json of [plain, none]) {
      const several = new ServerCode({ servers: { typescript, json, broken }, folders: () => [folder] });
      const { root, call: ask } = await realCrib(
        { ...files, "package.json": '{ "price": 1 }\n', "b.py": "price = 1\n" },
        { host: { code: several }, settings: { "toolcrib.code.waitMs": 120_000 } },
      );
      folder = root;
      try {
        const { text } = await ask("find_symbol", { name: "price" });
        assert.match(text, /price\.ts:2: .*\[function price\]/);
        assert.match(
          text,
          /\[Not all languages could be asked\. The language server for broken \(.*\) does not work: it ended with exit code 3\./,
        );
      } finally {
        several.stop();
      }
    }
  });

  it("says what a server cannot do", async () => {
    assert.match(
      await call("type_hierarchy", { path: "price.ts", line: 2, name: "price" }),
      /^The language server for typescript cannot tell supertypes and subtypes: use search_text, read_file and edit_file instead\.$/m,
    );
  });

  it("takes a file for what its name says", async () => {
    // As plain TypeScript it would not end where it does.
    assert.doesNotMatch(await call("diagnostics", { path: "view.tsx" }), /expected|Unterminated|Operator/);
  });

  it("reports problems, and sees what was changed meanwhile", async () => {
    assert.match(
      await call("diagnostics", { path: "wrong.ts" }),
      /wrong\.ts:3:14: error: Type 'number' is not assignable to type 'string'\./,
    );
    writeFileSync(join(place.root, "wrong.ts"), files["wrong.ts"].replace("string", "number"));
    assert.doesNotMatch(await call("diagnostics", { path: "wrong.ts" }), /not assignable/);
    writeFileSync(join(place.root, "wrong.ts"), files["wrong.ts"]);
  });

  it("tells what is new in a file that was looked at before, and of another one that it cannot", async () => {
    await call("diagnostics", { path: "price.ts" });
    writeFileSync(join(place.root, "price.ts"), `${files["price.ts"]}export const wrong: string = price();\n`);
    assert.match(
      await call("diagnostics", { path: "price.ts", since: "session" }),
      /^1 problem new since the session first looked in 1 file:\nprice\.ts:5:14: error: Type 'number' is not/,
    );
    writeFileSync(join(place.root, "price.ts"), files["price.ts"]);
    await place.call("write_file", { path: "fresh.ts", content: "export const fresh: string = 1;\n" });
    const fresh = await call("diagnostics", { path: "fresh.ts", since: "session" });
    assert.match(fresh, /^1 problem that may be new since the session first looked in 1 file:\nfresh\.ts:1:14: error/);
    assert.match(fresh, /\n\[First look at fresh\.ts: new and older problems cannot be told apart\.\]$/);
    await place.crib.journal.undo();
    await call("diagnostics", { path: "wrong.ts" });
    assert.match(
      await call("diagnostics", { path: "wrong.ts", since: "last_call" }),
      /^No problems of severity warning or worse new since the last look in wrong\.ts/,
    );
  });

  it("renames over files as one reviewed change, which undo takes back to the byte", async () => {
    const text = await call("rename_symbol", { path: "price.ts", line: 2, name: "price", new_name: "cost" });
    assert.match(text, /^Renamed price to cost in 3 files/);
    assert.equal(
      readFileSync(join(place.root, "cart.ts"), "utf8"),
      'import { cost } from "./price";\r\n\r\nexport const sum = cost() + cost();\r\n',
    );
    assert.equal(place.asked.at(-1)?.plan.effects.filter(({ kind }) => kind === "write").length, 3);
    await place.crib.journal.undo();
    for (const [name, content] of Object.entries(files))
      assert.equal(readFileSync(join(place.root, name), "utf8"), content);
  });

  it("moves a file with the paths in imports of it and its own, as one reviewed change that undo takes back to the byte", async () => {
    const text = await call("move_file", { path: "price.ts", new_path: "shop/cost.ts" });
    assert.equal(
      text,
      [
        "Moved price.ts to shop/cost.ts.",
        "Updated paths in 3 files:",
        "cart.ts (line 1)",
        "tsconfig.json (line 1)",
        "wrong.ts (line 1)",
      ].join("\n"),
    );
    const on = (name: string) => readFileSync(join(place.root, name), "utf8");
    assert.equal(on("cart.ts"), files["cart.ts"].replace("./price", "./shop/cost"));
    assert.equal(on("wrong.ts"), files["wrong.ts"].replace("./price", "./shop/cost"));
    assert.equal(place.asked.at(-1)?.plan.title, "Move price.ts to shop/cost.ts and update paths");
    await place.crib.journal.undo();
    assert.match(
      await call("move_file", { path: "cart.ts", new_path: "shop/cart.ts" }),
      /:\nshop\/cart\.ts \(line 1\)\ntsconfig\.json \(line 1\)$/,
    );
    assert.equal(on("shop/cart.ts"), files["cart.ts"].replace("./price", "../price"));
    await place.crib.journal.undo();
    for (const [name, content] of Object.entries(files)) assert.equal(on(name), content);
    assert.equal(existsSync(join(place.root, "shop")), false);
    assert.equal(await call("move_file", { path: "notes.md", new_path: "read.md" }), "Moved notes.md to read.md.");
    await place.crib.journal.undo();
  });

  it("formats", async () => {
    await call("format_code", { path: "messy.ts" });
    assert.equal(readFileSync(join(place.root, "messy.ts"), "utf8"), "export function f() {\n    return 1\n}\n");
  });

  it("organises imports", async () => {
    const listed = await call("code_action", { path: "wrong.ts", line: 1, kind: "source.organizeImports" });
    assert.match(listed, /Organize Imports/i);
    // The unused import of that line has a quick fix, too.
    assert.doesNotMatch(listed, /quickfix/);
    assert.match(await call("code_action", { path: "wrong.ts", line: 2 }), /quickfix/);
  });

  it("refactors by what the compiler would change, and makes no file on the way", async () => {
    const on = (name: string) => readFileSync(join(place.root, name), "utf8");
    const wish = { path: "loop.ts", line: 2, text: "a * 2" };
    assert.match(
      await call("code_action", wish),
      /^Code actions for loop\.ts, line 2:\n(?:.*\n)*Extract to function in module scope \(refactor\.extract\.function\)\n(?:.*\n)*\[\d+ more actions cannot be used here: give kind to see why\.\]$/,
    );
    const one = { path: "loop.ts", line: 2, text: "return", kind: "refactor.extract.constant" };
    assert.match(await call("code_action", one), /\(refactor\.extract\.constant; not available: .+\)/);
    assert.equal(
      await call("code_action", { ...wish, title: "Extract to function in module scope" }),
      'Applied "Extract to function in module scope" in 1 file:\nloop.ts (lines 2, 4)',
    );
    assert.equal(
      on("loop.ts"),
      "export function twice(a: number) {\n  return newFunction(a) + 1;\n}\n\nfunction newFunction(a: number) {\n  return a * 2;\n}\n",
    );
    await place.crib.journal.undo();
    const move = { path: "loop.ts", line: 1, text: "twice", kind: "refactor.move" };
    assert.match(await call("code_action", move), /Move to a new file/);
    assert.equal(existsSync(join(place.root, "twice.ts")), false);
    assert.match(await call("code_action", { ...move, title: "Move to a new file" }), /\ntwice\.ts \(line 1\)$/);
    assert.equal(on("twice.ts"), files["loop.ts"].replace("a * 2 + 1", "a * 2 + 1"));
    await place.crib.journal.undo();
    assert.deepEqual([on("loop.ts"), existsSync(join(place.root, "twice.ts"))], [files["loop.ts"], false]);
  });

  it("shows what the language's own library declares", async () => {
    const text = await call("hover", { path: "loop.ts", line: 1, name: "a" });
    assert.match(text, /a: number/);
    const library = await call("hover", { path: "view.ts", line: 1, name: "parseInt" });
    assert.match(library, /function parseInt\(string: string, radix\?: number\): number/);
  });

  it("says for which files there is none", async () => {
    assert.equal(
      await call("find_symbol", { path: "a.py" }),
      "No language server is configured for a.py: use search_text, read_file and edit_file instead. A person can name one in the setting toolcrib.languageServers.",
    );
  });
});

describe("a language server that asks for settings", () => {
  const asking = `
    ${loadsAtOnce},
    initialized() {
      send({ id: "s", method: "workspace/configuration", params: { items: [{ section: "css" }, { section: "a.b.c" }, { section: "a.b" }, { section: "x" }] } });
    },
    answer(_, id, result) { if (id === "s") this.told = result; },
    "workspace/didChangeConfiguration"({ settings }) { this.changed = settings; },
    "textDocument/hover"() { return { contents: Buffer.from(JSON.stringify([this.told, this.changed])).toString("hex") + "." }; },
  `;
  const told = async (language: string, settings?: Record<string, unknown>) => {
    const server = { command: [process.execPath, ...scriptedServer(asking)], extensions: [".x"], settings };
    let root = "";
    const code = new ServerCode({ servers: { [language]: server }, folders: () => [root] });
    const at = await realCrib({ "a.x": "name\n" }, { host: { code } });
    root = at.root;
    try {
      const { text } = await at.call("hover", { path: "a.x", line: 1, name: "name" });
      // Literals are not told, so that they come as one word.
      return JSON.parse(Buffer.from(/^([0-9a-f]+)\.$/m.exec(text)?.[1] ?? "", "hex").toString());
    } finally {
      code.stop();
    }
  };

  it("is told what is configured for it, by section", async () => {
    const settings = { "a.b": { c: 1 }, x: [2] };
    assert.deepEqual(await told("python", settings), [[null, 1, { c: 1 }, [2]], { a: { b: { c: 1 } }, x: [2] }]);
    assert.deepEqual(await told("python", { a: { b: { c: null } } }), [
      [null, null, { c: null }, null],
      { a: { b: { c: null } } },
    ]);
    const mixed = { a: { b: { d: 1 } }, "a.b.c": "strict", "a.e": 2 };
    const told3 = { a: { b: { d: 1, c: "strict" }, e: 2 } };
    assert.deepEqual(await told("python", mixed), [[null, "strict", told3.a.b, null], told3]);
  });

  it("is told to look for problems in style sheets, unless a setting says otherwise", async () => {
    const on = { validate: true };
    assert.deepEqual(await told("scss"), [[on, null, null, null], { css: on, scss: on, less: on }]);
    const css = { validate: false };
    assert.deepEqual((await told("css", { css }))[0], [css, null, null, null]);
    assert.deepEqual(await told("python"), [[null, null, null, null], null]);
  });
});

describe("a language server that loads", () => {
  it("is waited for, and the result says so", async () => {
    let root = "";
    const server = { command: [process.execPath, "-e", slow], extensions: [".py"] };
    const code = new ServerCode({ servers: { python: server }, folders: () => [root] });
    const at = await realCrib({ "a.py": "x = 1\nx\n" }, { host: { code } });
    root = at.root;
    try {
      const { text } = await at.call("find_references", { path: "a.py", line: 1, name: "x" });
      assert.match(text, /2 lines with references to "x" in 1 file/);
      assert.match(text, /\[The language server was loading: waited [\d.]+ s for it\.\]/);
      const again = await at.call("find_references", { path: "a.py", line: 1, name: "x" });
      assert.doesNotMatch(again.text, /was loading/);
    } finally {
      code.stop();
    }
  });
});

describe("a language server that does not work", () => {
  const broken = async (command: string[], waitMs = 3000) => {
    let root = "";
    const code = new ServerCode({ servers: { python: { command, extensions: [".py"] } }, folders: () => [root] });
    const at = await realCrib({ "a.py": "x = 1\n" }, { host: { code }, settings: { "toolcrib.code.waitMs": waitMs } });
    root = at.root;
    try {
      return (await at.call("find_symbol", { path: "a.py" })).text;
    } finally {
      code.stop();
    }
  };

  it("is named with the reason", async () => {
    assert.match(
      await broken(["/none/such"]),
      /^The language server for python \(\/none\/such\) does not work: .*ENOENT/,
    );
    assert.match(
      await broken([process.execPath, "-e", "process.exit(3)"]),
      /does not work: it ended with exit code 3\./,
    );
    assert.match(
      await broken(["sh", "-c", "exec 0<&-; sleep 0.2; exit 4"]),
      /does not work: it ended with exit code 4\./,
    );
    assert.match(
      await broken([process.execPath, "-e", "setInterval(() => {}, 1000)"], 500),
      /it did not answer within/,
    );
    assert.equal(existsSync("/none/such"), false);
  });
});

describe("a language server that never answers", () => {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  // A shell, as it begins long before its time is over on a busy machine too.
  const started = 'echo $$ >"$HOME_OF_PID/began" && mv "$HOME_OF_PID/began" "$HOME_OF_PID/pid"; exec sleep 600';
  const pidIn = async (folder: string) => {
    while (!existsSync(join(folder, "pid"))) await pause(20);
    return Number(readFileSync(join(folder, "pid"), "utf8"));
  };
  const ends = async (pid: number) => {
    while (isAlive(pid)) await pause(20);
  };

  it("is ended when its time is over, and with the process that starts it", async () => {
    const script = (limitMs: number) => `
      const { LanguageServer } = require(${JSON.stringify(join(__dirname, "../../../src/node/languageServers/languageServer.ts"))});
      const start = { language: "x", command: ["sh", "-c", ${JSON.stringify(started)}], folders: [], extensions: [] };
      LanguageServer.run(start, { limitMs: ${limitMs}, signal: new AbortController().signal }).catch(() => setTimeout(() => {}, 600_000));
      process.stdin.on("data", () => process.exit());`;
    for (const limitMs of [3000, 600_000]) {
      const folder = tempFolder();
      const child = spawn(process.execPath, ["--import=tsx", "--require=tsx/cjs", "-e", script(limitMs)], {
        stdio: ["pipe", "ignore", "inherit"],
        env: { ...process.env, HOME_OF_PID: folder },
      });
      const pid = await pidIn(folder);
      if (limitMs > 1000) child.stdin?.write("end\n");
      await ends(pid);
      child.kill();
    }
  });
});
