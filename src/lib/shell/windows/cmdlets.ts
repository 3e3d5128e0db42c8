/** The table of the cmdlets of PowerShell that are understood, and what they are called (D-13). */
import type { Cmdlet } from "./cmdlet";
import { readingCmdlets, shapingCmdlets } from "./readingCmdlets";
import { writingCmdlets } from "./writingCmdlets";

/** Every row. */
export const cmdlets: readonly Cmdlet[] = [...readingCmdlets, ...shapingCmdlets, ...writingCmdlets];

const byName = new Map(
  cmdlets.flatMap((cmdlet) => [cmdlet.name, ...cmdlet.aliases].map((name) => [name.toLowerCase(), cmdlet] as const)),
);

/** Other cmdlets that go by several names, for the lists of denials. */
const otherAliases: Readonly<Record<string, string>> = {
  "%": "foreach-object",
  chdir: "set-location",
  cd: "set-location",
  clhy: "clear-history",
  curl: "invoke-webrequest",
  foreach: "foreach-object",
  icm: "invoke-command",
  iex: "invoke-expression",
  irm: "invoke-restmethod",
  iwr: "invoke-webrequest",
  popd: "pop-location",
  pushd: "push-location",
  saps: "start-process",
  sl: "set-location",
  start: "start-process",
  wget: "invoke-webrequest",
};

/** A command's name with aliases resolved and a module's name taken off, in small letters. */
export const cmdletName = (name: string): string => {
  const plain = name.toLowerCase().replace(/^microsoft\.powershell\.\w+[\\/]/, "");
  return (
    byName.get(plain)?.name.toLowerCase() ??
    (Object.hasOwn(otherAliases, plain) ? otherAliases[plain] : undefined) ??
    plain
  );
};

/** The row of a cmdlet or alias, in any case. */
export const cmdletOf = (name: string): Cmdlet | undefined => byName.get(name.toLowerCase());

/** Every name that a command goes by: as it is written, and the names of its cmdlet. */
export const namesOf = (name: string): readonly string[] => {
  const cmdlet = byName.get(cmdletName(name));
  const others = Object.keys(otherAliases).filter((alias) => otherAliases[alias] === cmdletName(name));
  return [...new Set([name.toLowerCase(), cmdletName(name), ...others, ...(cmdlet?.aliases ?? [])])];
};
