/** The choice of the shell and how it is called. Nothing here could be run on Windows. */
import assert from "node:assert/strict";
import type { ShellChoice } from "../../../src/core/vocabulary/shellLanguage";
import { findShell, readsOwnLine, type ShellMachine, shellArguments } from "../../../src/node/processes/shells";

const env = {
  Path: "C:\\Windows\\System32;D:\\tools\\Git\\cmd;.;C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps",
  ProgramFiles: "C:\\Program Files",
  SYSTEMROOT: "C:\\Windows",
};
const windows = (...files: string[]): ShellMachine => ({
  platform: "win32",
  env,
  exists: (path) => files.includes(path),
});
const system = {
  wsl: "C:\\Windows\\System32\\bash.exe",
  wslAlias: "C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\bash.exe",
  powershell: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
  cmd: "C:\\Windows\\System32\\cmd.exe",
};
const pwsh = "C:\\Program Files\\PowerShell\\7\\pwsh.exe";
const gitBash = "C:\\Program Files\\Git\\bin\\bash.exe";
const everything = Object.values(system);
const chosen = (choice: ShellChoice, ...files: string[]) => findShell(choice, windows(...files))?.program;

describe("the shell that runs commands", () => {
  it("is Git's bash on Windows, in its usual place or beside git", () => {
    assert.deepEqual(findShell("auto", windows(...everything, pwsh, gitBash)), { program: gitBash, language: "bash" });
    const beside = "D:\\tools\\Git\\bin\\bash.exe";
    assert.equal(chosen("auto", ...everything, beside, "D:\\tools\\Git\\cmd\\git.exe"), beside);
  });

  it("is never the bash of another system, nor one of the folder it runs in", () => {
    assert.equal(chosen("auto", ...everything), system.powershell);
    assert.equal(chosen("bash", ...everything, "bash.exe", ".\\bash.exe"), undefined);
  });

  it("is PowerShell, the newer one first, and cmd.exe only where there is nothing else", () => {
    assert.deepEqual(findShell("auto", windows(...everything, pwsh)), { program: pwsh, language: "powershell" });
    assert.equal(chosen("auto", system.cmd), system.cmd);
    assert.equal(chosen("auto"), undefined);
  });

  it("is what a person chose", () => {
    assert.equal(chosen("powershell", ...everything, gitBash), system.powershell);
    assert.equal(chosen("cmd", ...everything, gitBash), system.cmd);
  });

  it("is bash or else sh on other systems, whatever was chosen", () => {
    const linux = (...files: string[]): ShellMachine => ({
      platform: "linux",
      env: { PATH: "tools:/opt/bin" },
      exists: (path) => files.includes(path),
    });
    assert.equal(findShell("auto", linux("/bin/sh", "/usr/bin/bash"))?.program, "/usr/bin/bash");
    assert.equal(findShell("powershell", linux("/bin/sh", "/opt/bin/pwsh"))?.program, "/bin/sh");
    assert.equal(findShell("auto", linux("tools/bash", "/opt/bin/bash"))?.program, "/opt/bin/bash");
    assert.equal(findShell("auto", linux("tools/bash")), undefined);
  });
});

describe("how a shell is called", () => {
  it("hands bash the text", () => assert.deepEqual(shellArguments("bash", 'a "b"'), ["-c", 'a "b"']));

  it("hands PowerShell the text in base64, and gives back the exit code of its last command", () => {
    const args = shellArguments("powershell", 'echo "ü" `');
    assert.deepEqual(args.slice(0, -1), [
      "-NoLogo",
      "-NoProfile",
      "-NonInteractive",
      "-OutputFormat",
      "Text",
      "-EncodedCommand",
    ]);
    const lines = Buffer.from(args.at(-1) ?? "", "base64")
      .toString("utf16le")
      .split("\n");
    assert.deepEqual(lines.slice(1), [
      'echo "ü" `',
      "",
      "if ($?) { exit 0 } elseif ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 }",
    ]);
  });

  it("hands cmd.exe the text between quotes that it takes off, and nothing quotes it again", () => {
    assert.deepEqual(shellArguments("cmd", 'dir "a b"'), ["/d", "/s", "/c", '"chcp 65001>nul & dir "a b""']);
    assert.ok(readsOwnLine(system.cmd));
    assert.ok(!readsOwnLine(pwsh));
  });

  it("refuses what a shell would cut off", () => {
    const refused = (message: RegExp) => ({ code: "invalid_input", message });
    assert.throws(() => shellArguments("cmd", "a\nb"), refused(/^cmd\.exe runs only the first line/));
    assert.throws(() => shellArguments("cmd", "a".repeat(8000)), refused(/takes 8000: write a script file/));
    assert.throws(() => shellArguments("powershell", "a".repeat(13_000)), refused(/takes 32000: write a script file/));
  });
});
