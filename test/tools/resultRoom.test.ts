/** No result of the dialect `standard` has more than a context can hold, and each says how to go on. */
import assert from "node:assert/strict";
import { realCrib } from "../support/realCrib";

const numbered = (count: number, name: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), ""]));

describe("the room of a result", () => {
  const long = (at: number) => `folder/${"n".repeat(60)}${at}.txt`;

  it("find_files lists what fits into 20,000 characters, in text and data, and advises no larger limit", async () => {
    const { call } = await realCrib(numbered(600, long));
    const { text, data } = await call("find_files", { pattern: "*.txt" });
    const { files, truncated } = data as { files: unknown[]; truncated: boolean };
    assert.ok(text.length < 20_300 && text.length > 19_000, String(text.length));
    assert.match(text, /^Found more than (\d+) files matching/);
    assert.match(text, /\n\[There are more: narrow the pattern or give a subfolder\.\]$/);
    assert.deepEqual([files.length, truncated], [Number(/than (\d+)/.exec(text)?.[1]), true]);
    assert.equal(text.split("\n").length, files.length + 2);
    assert.match((await call("find_files", { pattern: "*599.txt" })).text, /^Found 1 file/);
  });

  it("search_text returns what fits in each output mode", async () => {
    const line = `needle ${"x".repeat(400)}\n`;
    const { call } = await realCrib({ "a.txt": line.repeat(200), "b.txt": line.repeat(40) });
    const found = await call("search_text", { pattern: "needle" });
    const data = found.data as { lines: unknown[]; matches: number; files: { lines: number }[]; isFull?: boolean };
    assert.ok(found.text.length < 20_300, String(found.text.length));
    assert.match(found.text, /\n\[There are more: narrow the pattern, path or include\.\]$/);
    assert.ok(data.lines.length < 60 && data.lines.length === data.matches && data.isFull);
    assert.deepEqual(
      data.files.map(({ lines }) => lines),
      [data.matches],
    );
    assert.match(found.text, new RegExp(`^${data.matches} matching lines shown, from 1 file; more files may match:`));
    const counted = await call("search_text", { pattern: "needle", output_mode: "count" });
    assert.equal(counted.text, "240 matching lines in 2 files:\na.txt: 200\nb.txt: 40");
  });

  it("job_output returns no more than the setting says, marks included, and reaches every byte", async () => {
    const { call } = await realCrib({}, { settings: { limits: { commandOutputBytes: 10_000 } } });
    await call("run_command", { command: "yes '' | head -n 3000 >&2; echo end" });
    let seen = 0;
    for (let offset = 0; ; ) {
      const { text, data } = await call("job_output", { id: "command_1", offset });
      const { next, total } = data as { next: number; total: number };
      assert.ok(text.length < 10_200, String(text.length));
      seen += text.split("\n").filter((line) => line === "[stderr] ").length;
      assert.ok(next > offset);
      offset = next;
      if (next === total) break;
    }
    assert.equal(seen, 3000);
    const refused = await call("job_output", { id: "command_1", limit: 10_001 });
    assert.equal(refused.text, "limit 10001 exceeds the maximum of 10000 bytes: use a smaller value.");
  });

  it("both streams of a command share the room of the setting", async () => {
    const { call } = await realCrib();
    const { text, data } = await call("run_command", { command: "seq 1 90000; seq 1 90000 >&2" });
    assert.ok(text.length < 30_400 && text.length > 25_000, String(text.length));
    assert.ok(JSON.stringify(data).length < 32_000);
  });

  it("the dialects that name no limit of their own say that there is more", async () => {
    const { call, root } = await realCrib(numbered(600, long), { dialect: "qwen" });
    const { text } = await call("glob", { pattern: "**/*.txt" });
    assert.match(text, /^Found more than \d+ file\(s\)/);
    assert.match(text, /\n\(There are more: use a more specific pattern or a narrower path\)$/);
    const listed = await call("list_directory", { path: `${root}/folder` });
    assert.match(listed.text, /\n\n\(\d+ more entries: list a directory further down, or use glob\)$/);
  });
});
