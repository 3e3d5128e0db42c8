import assert from "node:assert/strict";
import { harnessShell } from "../../../src/features/builtInTools/harnessShell";

describe("the shell of VS Code's own tools", () => {
  const cases: [program: string | undefined, shell: object | undefined][] = [
    ["/bin/bash", { language: "bash" }],
    ["/usr/bin/zsh", { language: "bash" }],
    ["C:\\Program Files\\Git\\bin\\bash.exe", { language: "bash" }],
    ["C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe", { language: "powershell" }],
    ["C:\\WINDOWS\\system32\\CMD.EXE", { language: "powershell" }],
    ["/opt/homebrew/bin/fish", { strange: "fish" }],
    ["nu", { strange: "nu" }],
    ["", undefined],
    [undefined, undefined],
  ];
  for (const [program, shell] of cases)
    it(`${program} is known by its name`, () => assert.deepEqual(harnessShell(program), shell));
});
