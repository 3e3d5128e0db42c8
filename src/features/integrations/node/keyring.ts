/** Secrets in the system's keyring, by the program that each system has for it: no value is ever an argument (EX-1). */
import { execFile } from "node:child_process";
import { ToolError } from "../../../core/vocabulary/toolError";
import { type SecretOwner, type SecretStore, secretKey } from "../secretStore";

/** Milliseconds that the program may take: it may have to ask the person to unlock the keyring. */
const timeout = 120_000;

/** What a program answered. */
interface Answer {
  readonly code: number | undefined;
  readonly stdout: string;
}

function ask(program: string, args: readonly string[], input = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, [...args], { timeout, maxBuffer: 1024 ** 2 }, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      if (code === "ENOENT") reject(missing(program));
      else resolve({ code: typeof code === "number" ? code : undefined, stdout });
    });
    child.stdin?.on("error", () => {}).end(input);
  });
}

const missing = (program: string) =>
  new ToolError(
    "unavailable",
    `There is no keyring here, because the program ${program} is not installed: install it, or name a file for secrets with --secrets FILE.`,
  );

const failed = (program: string) =>
  new ToolError(
    "unavailable",
    `The keyring could not be used (${program} failed): unlock it, or name a file for secrets with --secrets FILE.`,
  );

/** How one system keeps them. Values are in base64, so that no line break is in the way of any of these programs. */
interface Commands {
  readonly program: string;
  set(key: string, value: string): readonly [args: readonly string[], input: string];
  get(key: string): readonly string[];
  remove(key: string): readonly string[];
}

const service = "toolcrib";

/** Of libsecret: GNOME Keyring, KWallet and others. */
const secretTool: Commands = {
  program: "secret-tool",
  set: (key, value) => [["store", `--label=${key}`, "service", service, "key", key], value],
  get: (key) => ["lookup", "service", service, "key", key],
  remove: (key) => ["clear", "service", service, "key", key],
};

/** Of macOS; commands on its standard input are no arguments that others could see. */
const security: Commands = {
  program: "/usr/bin/security",
  set: (key, value) => [["-i"], `add-generic-password -U -s "${service}" -a "${key}" -w "${value}"\n`],
  get: (key) => ["find-generic-password", "-s", service, "-a", key, "-w"],
  remove: (key) => ["delete-generic-password", "-s", service, "-a", key],
};

/** See {@link SecretStore}. */
export class Keyring implements SecretStore {
  constructor(private readonly commands: Commands = process.platform === "darwin" ? security : secretTool) {}

  async get(of: SecretOwner, name: string): Promise<string | undefined> {
    const { code, stdout } = await ask(this.commands.program, this.commands.get(secretKey(of, name)));
    const text = stdout.trim();
    return code === 0 && text !== "" ? Buffer.from(text, "base64").toString("utf8") : undefined;
  }

  async set(of: SecretOwner, name: string, value: string): Promise<void> {
    const { program } = this.commands;
    const [args, input] = this.commands.set(secretKey(of, name), Buffer.from(value).toString("base64"));
    const { code } = await ask(program, args, input);
    if (code !== 0 || (await this.get(of, name)) !== value) throw failed(program);
  }

  async remove(of: SecretOwner, name: string): Promise<boolean> {
    if ((await this.get(of, name)) === undefined) return false;
    const { code } = await ask(this.commands.program, this.commands.remove(secretKey(of, name)));
    if (code !== 0) throw failed(this.commands.program);
    return true;
  }
}
