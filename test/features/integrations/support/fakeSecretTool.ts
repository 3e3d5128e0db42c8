import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../support/tempFolder";

/** A stand-in for a keyring's program, which keeps one value in a file and notes what it was started with. */
export interface FakeSecretTool {
  /** What has to be in PATH for it to be found. */
  readonly folder: string;
  /** Its arguments so far, a line for each start. */
  args(): string;
}

export function fakeSecretTool(): FakeSecretTool {
  const folder = tempFolder();
  const text = `#!/bin/sh
echo "$@" >> ${folder}/args
case "$1" in
store) cat > "${folder}/kept" ;;
lookup) [ -f "${folder}/kept" ] && cat "${folder}/kept" || exit 1 ;;
clear) rm "${folder}/kept" ;;
esac
`;
  writeFileSync(join(folder, "secret-tool"), text);
  chmodSync(join(folder, "secret-tool"), 0o755);
  const noted = join(folder, "args");
  return { folder, args: () => (existsSync(noted) ? readFileSync(noted, "utf8") : "") };
}
