/**
 * Extensions that VS Code ships with and no test looks at: each window would read what they contribute, load those that
 * begin with it, and start their processes.
 */
const spared = [
  ...["vscode.debug-auto-launch", "vscode.debug-server-ready", "vscode.emmet", "vscode.extension-editing"],
  ...["vscode.git", "vscode.git-base", "vscode.github", "vscode.github-authentication"],
  ...["vscode.microsoft-authentication", "vscode.merge-conflict", "vscode.tunnel-forwarding"],
  ...["vscode.grunt", "vscode.gulp", "vscode.jake", "vscode.npm"],
  ...["vscode.css-language-features", "vscode.html-language-features", "vscode.php-language-features"],
  ...["vscode.typescript-language-features", "vscode.markdown-math", "vscode.mermaid-markdown-features"],
  "ms-vscode.vscode-js-profile-table",
] as const;

/** One of them. */
export type BuiltIn = (typeof spared)[number];

/** The environment of a server whose windows do without them. @param needed but not without these. */
export const withoutBuiltIns = (needed: readonly BuiltIn[]): Record<string, string> => ({
  VSCODE_SKIP_BUILTIN_EXTENSIONS: spared.filter((name) => !needed.includes(name)).join(),
});
