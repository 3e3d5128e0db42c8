/** Imported first by unit tests of modules that want nothing of VS Code but its texts, which it stands for. */
import module from "node:module";

/** As VS Code: `{0}` is the first value, `{name}` the one of that name. */
function t(message: string, ...values: unknown[]): string {
  const [named] = values;
  const given = (typeof named === "object" && values.length === 1 ? named : values) as Record<string, unknown>;
  return (l10n.bundle?.[message] ?? message).replace(/\{([^}]+)\}/g, (whole, name: string) =>
    String(given[name] ?? whole),
  );
}

/** What is imported as `vscode.l10n`; a test may give it the translations of a language, and has to take them away again. */
export const l10n: { readonly t: typeof t; bundle?: Readonly<Record<string, string>> } = { t };

const loader = module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
const load = loader._load;
loader._load = function loadOrStub(request, ...rest) {
  return request === "vscode" ? { l10n } : load.call(this, request, ...rest);
};
