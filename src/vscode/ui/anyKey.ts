import * as vscode from "vscode";

/** A context key that is true while there is any of something, for what the palette and the views offer only then. */
export class AnyKey {
  #isSet = false;

  /** @param name without the part that all keys share. */
  constructor(private readonly name: string) {}

  set(isAny: boolean): void {
    if (isAny !== this.#isSet) void vscode.commands.executeCommand("setContext", `toolcrib.${this.name}`, isAny);
    this.#isSet = isAny;
  }

  /** Sets it now and with each change. What cannot be looked at counts as none. */
  follow(onChange: (look: () => void) => void, isAny: () => boolean | Promise<boolean>): void {
    const look = async () => this.set(await Promise.resolve(isAny()).catch(() => false));
    onChange(() => void look());
    void look();
  }
}
