import { createRequire } from "node:module";

/**
 * Where npm has put the ripgrep of `@vscode/ripgrep`, which has a package for each platform; empty where it is not installed.
 * Its own entry point throws for a platform without one, so it is not loaded.
 * @param from the file whose packages are meant.
 */
export function installedRipgrep(from = __filename): string[] {
  const program = process.platform === "win32" ? "rg.exe" : "rg";
  try {
    const shared = createRequire(from).resolve("@vscode/ripgrep");
    return [createRequire(shared).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`)];
  } catch {
    return [];
  }
}
