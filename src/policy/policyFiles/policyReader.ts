/** Puts policy files and the user's rules together, anew whenever a file has changed (D-19). */

import type { ManagedPolicy } from "../../core/settings/managedPolicy";
import type { ManagedEntry, Policies, PolicyFile, PolicyFilePort, SourcedRule } from "../../core/settings/policies";
import type { PolicyRule } from "../../core/settings/sections/policyRule";
import type { Settings } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import { type ReadPolicy, readManagedPolicy, readWorkspacePolicy, type TextProblem } from "./policyText";

/** Something wrong in a policy file, for a person. */
export interface PolicyProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** `FILE:LINE: what`. */
  readonly text: string;
  /** The file cannot be used at all, so only reading is possible. */
  readonly isBroken: boolean;
}

/** What is wrong in the text of a policy file. @param isManaged it is an administrator's. */
export const problemsInPolicy = (text: string, isManaged: boolean): readonly TextProblem[] =>
  (isManaged ? readManagedPolicy(text) : readWorkspacePolicy(text)).problems;

type Parse<T> = (text: string) => ReadPolicy<T>;

interface Parsed<T> {
  readonly path: string;
  readonly content?: T;
  readonly problems: readonly PolicyProblem[];
  /** Of each of its rules, from 1. */
  readonly ruleLines: readonly number[];
  /** See ReadPolicy. */
  readonly entryLines?: Readonly<Record<string, readonly number[]>>;
}

/** The text of each file with what it says, so that each is parsed once. */
class Parser<T> {
  readonly #known = new Map<string, { readonly text: string; readonly parsed: Parsed<T> }>();

  constructor(private readonly parse: Parse<T>) {}

  read({ path, text, failure }: PolicyFile): Parsed<T> {
    if (text === undefined) {
      const why = failure ?? clause`it cannot be read`;
      return { path, problems: [{ path, line: 1, text: `${path}:1: ${why}`, isBroken: true }], ruleLines: [] };
    }
    const known = this.#known.get(path);
    if (known?.text === text) return known.parsed;
    const { content, problems, ruleLines = [], entryLines } = this.parse(text);
    const parsed: Parsed<T> = {
      path,
      ruleLines,
      ...(entryLines && { entryLines }),
      ...(content !== undefined && { content }),
      problems: problems.map(({ line, text: what }) => ({
        path,
        line,
        text: `${path}:${line}: ${what}`,
        isBroken: content === undefined,
      })),
    };
    this.#known.set(path, { text, parsed });
    return parsed;
  }
}

/** The rules of a file. @param root the folder that its paths are about. */
const rulesOf = (
  source: SourcedRule["source"],
  { path, content, ruleLines }: Parsed<{ readonly rules?: readonly PolicyRule[] | undefined }>,
  root?: string,
): SourcedRule[] =>
  (content?.rules ?? []).map((rule, at) => ({
    ...{ source, rule, place: { file: path, line: ruleLines[at] ?? 1 } },
    ...(root !== undefined && { root }),
  }));

/** The entries of a managed file's lists. */
const entriesOf = ({ path, content, entryLines = {} }: Parsed<ManagedPolicy>): ManagedEntry[] =>
  (["settings", "exec"] as const).flatMap((section) =>
    Object.entries(content?.[section] ?? {}).flatMap(([name, entries]: [string, unknown]) => {
      const list = `${section}.${name}`;
      const line = (at: number) => entryLines[list]?.[at] ?? 1;
      return Array.isArray(entries)
        ? entries.map((entry: unknown, at) => ({ list, entry, place: { file: path, line: line(at) } }))
        : [];
    }),
  );

/** Asked before every call. */
export class PolicyReader {
  readonly #managed = new Parser<ManagedPolicy>(readManagedPolicy);
  readonly #workspace = new Parser<{ readonly rules: readonly PolicyRule[] }>(readWorkspacePolicy);
  #told: string | undefined;

  /**
   * @param named more managed files, absolute paths that must be there.
   * @param tell receives all problems whenever they are others than before; the first time when there are any.
   */
  constructor(
    private readonly files: PolicyFilePort,
    private readonly named: readonly string[] = [],
    private readonly tell: (problems: readonly PolicyProblem[]) => void = () => {},
  ) {}

  /** @param roots real paths. */
  read({ policy, managedPolicy }: Settings, roots: readonly string[]): Policies {
    const named = [...this.named, ...(managedPolicy === "" ? [] : [managedPolicy])];
    const files = this.files.managed(named);
    const managed = files.map((file) => this.#managed.read(file));
    const workspace = roots.flatMap((root) => {
      const file = this.files.ofRoot(root);
      return file ? [{ root, parsed: this.#workspace.read(file) }] : [];
    });
    const problems = [...managed, ...workspace.map(({ parsed }) => parsed)].flatMap((parsed) => parsed.problems);
    this.#tellOf(problems);
    const broken = problems.find(({ isBroken }) => isBroken);
    const contents = managed.flatMap(({ content }) => content ?? []);
    const ofUser = contents.some(({ settings }) => settings?.policy) ? [] : policy;
    return {
      managed: contents,
      entries: managed.flatMap(entriesOf),
      managedPaths: files.flatMap(({ path, real }) => [path, ...(real === undefined ? [] : [real])]),
      rules: [
        ...managed.flatMap((parsed) => rulesOf("managed", parsed)),
        ...workspace.flatMap(({ root, parsed }) => rulesOf("workspace", parsed, root)),
        ...ofUser.map((rule): SourcedRule => ({ source: "user", rule })),
      ],
      ...(broken && {
        unusable: clause`the policy file is invalid: ${broken.text}`,
        unusableAt: { file: broken.path, line: broken.line },
      }),
    };
  }

  #tellOf(problems: readonly PolicyProblem[]): void {
    const key = problems.map(({ text }) => text).join("\n");
    if (key === (this.#told ?? "")) return;
    this.#told = key;
    this.tell(problems);
  }
}
