/** Tools that one request is offered of others at most; deferral shows few of them at once. */
const maxOffered = 128;

/** What is known of a request. */
export interface WantedTools {
  /** See the setting `toolcrib.chat.otherTools`. */
  readonly choice: "none" | "named" | "all";
  /** Names of the tools that the person named in the request. */
  readonly named: ReadonlySet<string>;
  /** Names that are not offered this way. */
  readonly own: ReadonlySet<string>;
}

/** Those of the editor's tools that a request may use, the named ones first. */
export function otherTools<T extends { readonly name: string }>(
  tools: readonly T[],
  { choice, named, own }: WantedTools,
): readonly T[] {
  if (choice === "none") return [];
  const others = tools.filter(({ name }) => !own.has(name));
  const meant = others.filter(({ name }) => named.has(name));
  const rest = choice === "all" ? others.filter(({ name }) => !named.has(name)) : [];
  return [...meant, ...rest].slice(0, maxOffered);
}
