import * as vscode from "vscode";

/**
 * The line of the tree in front that has the keyboard. VS Code tells extensions of the selection alone, which the arrow keys
 * leave where it was: what "toggle the selection" changes in it is the focused line, and the second time puts it back.
 * @param selected names of the lines that are selected now. @returns undefined where no line with a name has the keyboard.
 */
export async function focusedLine(selected: () => readonly string[]): Promise<string | undefined> {
  const before = selected();
  await vscode.commands.executeCommand("list.toggleSelection");
  const toggled = selected();
  await vscode.commands.executeCommand("list.toggleSelection");
  return toggled.find((line) => !before.includes(line)) ?? before.find((line) => !toggled.includes(line));
}
