/** Reads the front matter of a SKILL.md as the agents of VS Code do, and says where it is wrong (EX-7). */
import type { Document } from "yaml";
import { zodClause } from "../../../core/text/zodClause";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import { folderManifest } from "../../approvedFolders/folderManifest";
import { seen } from "../../approvedFolders/manifestFields";
import { type SkillManifest, skillFileName, skillFrontMatter } from "../skillManifest";

/** Loaded with the first skill: most windows have none, and it takes a while. */
const yaml = (): typeof import("yaml") => require("yaml");

/** Bytes of a SKILL.md, and characters of its front matter, at most. */
const maxBytes = 256 * 1024;
const maxCharacters = 16 * 1024;

/** The line of the file after which the front matter begins. */
const fenceLines = 1;

function textOf({ bytes }: FolderFile): string {
  if (bytes.length > maxBytes) throw new Error(`it is ${bytes.length} bytes; the limit is ${maxBytes}`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not text in UTF-8");
  }
}

function frontMatterOf(text: string): string {
  if (!/^---[ \t]*\r?\n/.test(text)) throw new Error('line 1 is not "---", so it has no front matter');
  const [, head] = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m.exec(text) ?? [];
  if (head === undefined) throw new Error('its front matter has no closing line "---"');
  if (head.length > maxCharacters)
    throw new Error(`its front matter is ${head.length} characters; the limit is ${maxCharacters}`);
  return head;
}

/** Aliases could make much of little, and hide from whoever reads what a value is. */
function mustBePlain(document: Document, lineAt: (offset: number) => number): void {
  const { isAlias, visit } = yaml();
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || ("anchor" in node && node.anchor !== undefined))
        throw new Error(`line ${lineAt(node.range?.[0] ?? 0)} has an anchor or an alias, which a skill may not have`);
    },
  });
}

function checked(document: Document, lineAt: (offset: number) => number): SkillManifest {
  const parsed = skillFrontMatter.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  const node = path.length > 0 ? document.getIn(path, true) : undefined;
  const at = (node as { range?: readonly number[] } | undefined)?.range?.[0];
  const where = at === undefined ? "" : `line ${lineAt(at)}: `;
  throw new Error(`${where}${path.length > 0 ? `"${path.join(".")}" is wrong: ` : ""}${zodClause(issue)}`);
}

/** @throws Error with one clause on the first thing that is wrong, and its line. */
function readFrontMatter(file: FolderFile): SkillManifest {
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const lineAt = (offset: number) => lines.linePos(offset).line + fenceLines;
  const document = parseDocument(frontMatterOf(textOf(file)), {
    lineCounter: lines,
    version: "1.2",
    prettyErrors: false,
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new Error(`line ${lineAt(problem.pos[0])}: ${problem.message.split("\n")[0]}`);
  mustBePlain(document, lineAt);
  return checked(document, lineAt);
}

/** For a model, which is told of none that people alone choose. Skills of others may have keys that ours have not. */
export function describedSkill(
  folder: string,
  bytes: Uint8Array,
): { readonly name: string; readonly description: string } | undefined {
  try {
    const head = yaml().parse(frontMatterOf(textOf({ name: skillFileName, bytes })), { maxAliasCount: 0 });
    const { description, "disable-model-invocation": isForPeople } = (head ?? {}) as Record<string, unknown>;
    return typeof description === "string" && isForPeople !== true
      ? { name: folder, description: seen(description).slice(0, 1024) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** What the SKILL.md among a folder's files says. @throws Error with one clause. */
export function skillManifestIn(name: string, files: readonly FolderFile[]): SkillManifest {
  const file = files.find((one) => one.name === skillFileName);
  if (!file) throw new Error(`it has no ${skillFileName}`);
  return folderManifest(name, skillFileName, () => readFrontMatter(file));
}
