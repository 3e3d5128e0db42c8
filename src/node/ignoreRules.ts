/** Which files ignore files leave out, for the search that runs without ripgrep. */
import { parse } from "node:path";
import ignore, { type Ignore } from "ignore";
import type { ResolvedPath } from "../core/effect";
import type { FilePort } from "../core/host";
import { relativeInside } from "../core/paths";
import { caseSensitive } from "./resolvePath";

const names = [".gitignore", ".ignore"] as const;

/** Answers for every path below one folder; reads each ignore file once. */
export class IgnoreRules {
  readonly #rules = new Map<string, Promise<Ignore | undefined>>();
  readonly #folders = new Map<string, Promise<boolean>>();

  constructor(
    private readonly files: FilePort,
    private readonly top: ResolvedPath,
  ) {}

  /** @param path relative to the top folder, with `/`. */
  async ignores(path: string): Promise<boolean> {
    return (await this.#folder(parentOf(path))) || this.#matches(path);
  }

  /** A file below an ignored folder stays ignored, whatever is said of it. */
  #folder(path: string): Promise<boolean> {
    if (path === "") return Promise.resolve(false);
    let known = this.#folders.get(path);
    if (!known) {
      known = this.#folder(parentOf(path)).then((above) => above || this.#matches(`${path}/`));
      this.#folders.set(path, known);
    }
    return known;
  }

  /** Deeper rules override those above them. */
  async #matches(path: string): Promise<boolean> {
    const parts = path.replace(/\/$/, "").split("/");
    let ignored = false;
    for (let depth = 0; depth < parts.length; depth++) {
      const rules = await this.#rulesOf(parts.slice(0, depth).join("/"));
      const verdict = rules?.test(path.slice(parts.slice(0, depth).join("/").length + (depth > 0 ? 1 : 0)));
      if (verdict?.ignored) ignored = true;
      if (verdict?.unignored) ignored = false;
    }
    return ignored;
  }

  #rulesOf(folder: string): Promise<Ignore | undefined> {
    let known = this.#rules.get(folder);
    if (!known) {
      known = this.#read(folder);
      this.#rules.set(folder, known);
    }
    return known;
  }

  async #read(folder: string): Promise<Ignore | undefined> {
    const texts: string[] = [];
    for (const name of folder === "" ? [".git/info/exclude", ...names] : names) {
      const target = await this.files.resolve([this.top.real, folder, name].filter(Boolean).join("/"));
      const bytes = await this.files.read(target).catch(() => undefined);
      if (bytes) texts.push(Buffer.from(bytes).toString("utf8"));
    }
    return texts.length > 0 ? ignore({ ignorecase: !caseSensitive }).add(texts.join("\n")) : undefined;
  }
}

/** Of a path below the top; an empty text at the top. A folder's closing slash does not count. */
const parentOf = (path: string): string => {
  const at = path.replace(/\/$/, "").lastIndexOf("/");
  return at === -1 ? "" : path.slice(0, at);
};

/** Ignore rules count from the root of the searched folder; this is the searched folder's place below it. */
export const placeBelow = (top: Pick<ResolvedPath, "real">, folder: ResolvedPath): string =>
  relativeInside(top.real, folder.real);

/** Whether a folder itself is left out; then everything in it is, also where the folder is named. */
export async function isIgnored(files: FilePort, folder: ResolvedPath): Promise<boolean> {
  const top = await files.resolve(folder.root ?? parse(folder.real).root);
  const below = placeBelow(top, folder);
  return below !== "" && new IgnoreRules(files, top).ignores(`${below}/`);
}

/** SearchPort.ignoredNames, by these rules. */
export async function ignoredNames(
  files: FilePort,
  directory: ResolvedPath,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const top = await files.resolve(directory.root ?? parse(directory.real).root);
  const prefix = placeBelow(top, directory);
  const rules = new IgnoreRules(files, top);
  const ignored = new Set<string>();
  for (const name of names) if (await rules.ignores(prefix ? `${prefix}/${name}` : name)) ignored.add(name);
  return ignored;
}
