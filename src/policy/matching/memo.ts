/** Names that are remembered; a tree has few different ones, and a call that makes up names may not fill the memory. */
const maxNames = 10_000;

/** A pure function of a name that keeps its answers, because the same names are asked about for every command. */
export function memo<T>(answer: (name: string) => T, most = maxNames): (name: string) => T {
  const known = new Map<string, { readonly answer: T }>();
  return (name) => {
    const found = known.get(name);
    if (found) return found.answer;
    if (known.size >= most) known.clear();
    const fresh = { answer: answer(name) };
    known.set(name, fresh);
    return fresh.answer;
  };
}
