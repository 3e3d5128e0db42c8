import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { fullScreenProgram } from "../../../src/lib/shell/fullScreen";

describe("programs that draw on a whole terminal", () => {
  const nameIn = (command: string) => fullScreenProgram(analyse(command).commands)?.name;

  const need: readonly (readonly [command: string, name: string])[] = [
    ["vim", "vim"],
    ["cd x && vi a.txt", "vi"],
    ["/usr/bin/nvim -c 'set number' a.txt", "nvim"],
    ["echo $(nano a.txt)", "nano"],
    ["sh -c 'emacs -nw a.txt'", "emacs"],
    ["find . -name '*.txt' -exec vim {} +", "vim"],
    ["vim $options a.txt", "vim"],
    ["vim ''", "vim"],
    ["vim x", "vim"],
    ["vim q", "vim"],
    ["nvim -c 'set number' wq", "nvim"],
    ["nano ''", "nano"],
    ["top", "top"],
    ["timeout 5 htop", "htop"],
    ["watch -n 1 ls", "watch"],
    ["watch vim -es a.txt", "watch"],
    ["lazygit", "lazygit"],
  ];
  for (const [command, name] of need)
    it(`${name} in: ${command}`, () => {
      assert.equal(nameIn(command), name);
    });

  const none = [
    ...[
      "vim --version",
      "vim -es -c '%s/a/b/' -c wq a.txt",
      "vim -c '%s/a/b/g | wq' a.txt",
      "vim +q",
      "vim -cwq a.txt",
      "vim --cmd q",
      "nvim --headless",
    ],
    ...["emacs --batch -f x", "emacs -batch a.txt", "emacsclient -e '(x)'", "nano --version"],
    ...["top -b -n 1", "top -bn1", "top -l 1", "htop --help", "ncdu -o out.json", "man ls", "less a.txt", "more a.txt"],
    ...[
      "which vim",
      "grep -r vim .",
      "cat vim",
      "./watch src",
      "node_modules/.bin/watch src",
      "npm run watch",
      "git log",
    ],
    ...["EDITOR=vim git commit -m x", "script -qc vim", "echo 'vim'", "apt-get install vim", ""],
  ];
  for (const command of none)
    it(`none in: ${command}`, () => {
      assert.equal(nameIn(command), undefined);
    });
});
