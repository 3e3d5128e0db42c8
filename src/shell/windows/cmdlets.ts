/**
 * The cmdlets of PowerShell whose parameters are understood (D-13). A row is a promise: with these parameters, written
 * out, and static arguments, it only reads. Everything it does not list asks.
 */
import type { Category } from "../category";

/** What becomes of a value: `text` is no path, `look` lists a name, `read` reads content, `write` changes. */
export type ValueKind = "text" | "look" | "read" | "write";

/** One row of the table. */
export interface Cmdlet {
  readonly name: string;
  readonly aliases: readonly string[];
  /** By how they are written, in any case and never abbreviated. */
  readonly switches: string;
  readonly parameters: Readonly<Record<string, ValueKind>>;
  /** What arguments without a parameter are, in their order; the last stands for all that follow. */
  readonly positions: readonly ValueKind[];
  /** It works on this where no path is given and nothing is piped into it. */
  readonly wholeFolder?: "look" | "read";
  /** Always ask, for this reason; paths are still judged, so that writing outside stays denied (D-5). */
  readonly always?: string;
  /** See SH-6; absent: neutral. */
  readonly category?: Category;
  /** Calls that run unasked inside the roots; tests run each. */
  readonly readOnly: readonly string[];
  /** Calls that ask; tests run each. */
  readonly asks: readonly string[];
}

const filters = { "-Filter": "text", "-Include": "text", "-Exclude": "text" } as const;
const looks = { "-Path": "look", "-LiteralPath": "look", ...filters } as const;
const reads = { "-Path": "read", "-LiteralPath": "read" } as const;
const writes = { "-Path": "write", "-LiteralPath": "write", ...filters } as const;
const property = { "-Property": "text" } as const;

const reading: readonly Cmdlet[] = [
  {
    name: "Get-ChildItem",
    aliases: ["gci", "dir", "ls"],
    switches: "-Recurse -Force -Name -File -Directory -Hidden -ReadOnly -System",
    parameters: { ...looks, "-Depth": "text" },
    positions: ["look", "text"],
    wholeFolder: "look",
    category: "list",
    readOnly: ["Get-ChildItem", "gci -Recurse -Filter *.ts", "ls src -Name", "dir src\\*.ts"],
    asks: ["gci -rec", "ls C:\\Windows", "dir env:", "Get-ChildItem $x", "ls -la"],
  },
  {
    name: "Get-Content",
    aliases: ["gc", "cat", "type"],
    switches: "-Raw",
    parameters: {
      ...reads,
      "-TotalCount": "text",
      "-Head": "text",
      "-First": "text",
      "-Tail": "text",
      "-Last": "text",
    },
    positions: ["read"],
    category: "read",
    readOnly: ["Get-Content file.txt", "gc -Path file.txt -TotalCount 5", "cat file.txt -Tail 2", "type 'file.txt'"],
    asks: [
      "gc file.txt -Wait",
      "cat .env",
      "gc *.txt",
      "type env:PATH",
      "gc file.txt:stream",
      "cat ..\\x",
      "ls -Force | gc",
    ],
  },
  {
    name: "Select-String",
    aliases: ["sls"],
    switches: "-CaseSensitive -SimpleMatch -Quiet -List -AllMatches -NotMatch -Raw",
    parameters: { ...reads, "-Pattern": "text", "-Context": "text" },
    positions: ["text", "read"],
    category: "search",
    readOnly: ["Select-String TODO file.txt", "gc file.txt | sls -Pattern 'a b' -SimpleMatch"],
    asks: ["sls x .env", "Select-String x *.ts", "sls x -Path $p", "ls | sls x"],
  },
  {
    name: "Get-Location",
    aliases: ["gl", "pwd"],
    switches: "",
    parameters: {},
    positions: [],
    readOnly: ["Get-Location", "pwd"],
    asks: ["pwd -Stack", "gl x"],
  },
  {
    name: "Test-Path",
    aliases: [],
    switches: "-IsValid",
    parameters: { ...looks, "-PathType": "text" },
    positions: ["look"],
    category: "list",
    readOnly: ["Test-Path src", "Test-Path -LiteralPath src -PathType Container"],
    asks: ["Test-Path C:\\Windows", "Test-Path \\\\host\\share"],
  },
  {
    name: "Get-Item",
    aliases: ["gi"],
    switches: "-Force",
    parameters: looks,
    positions: ["look"],
    category: "list",
    readOnly: ["Get-Item file.txt"],
    asks: ["gi HKLM:\\Software"],
  },
  {
    name: "Resolve-Path",
    aliases: ["rvpa"],
    switches: "-Relative",
    parameters: looks,
    positions: ["look"],
    category: "list",
    readOnly: ["Resolve-Path src -Relative"],
    asks: ["Resolve-Path ~"],
  },
  {
    name: "Get-FileHash",
    aliases: [],
    switches: "",
    parameters: { ...reads, "-Algorithm": "text" },
    positions: ["read"],
    category: "read",
    readOnly: ["Get-FileHash file.txt -Algorithm SHA256"],
    asks: ["Get-FileHash .env"],
  },
];

const shaping: readonly Cmdlet[] = [
  {
    name: "Measure-Object",
    aliases: ["measure"],
    switches: "-Line -Word -Character -Sum -Average -Maximum -Minimum -IgnoreWhiteSpace",
    parameters: property,
    positions: ["text"],
    readOnly: ["gc file.txt | Measure-Object -Line"],
    asks: ["measure -Property { rm x }"],
  },
  {
    name: "Select-Object",
    aliases: ["select"],
    switches: "-Unique",
    parameters: {
      ...property,
      "-First": "text",
      "-Last": "text",
      "-Skip": "text",
      "-Index": "text",
      "-ExpandProperty": "text",
    },
    positions: ["text"],
    readOnly: ["ls | Select-Object -First 5", "gci | select Name"],
    asks: ["ls | select @{ n = 'a' }"],
  },
  {
    name: "Sort-Object",
    aliases: ["sort"],
    switches: "-Descending -Unique -CaseSensitive -Stable",
    parameters: property,
    positions: ["text"],
    readOnly: ["ls | Sort-Object Length -Descending"],
    asks: ["ls | sort { rm x }"],
  },
  {
    name: "Where-Object",
    aliases: ["where", "?"],
    switches:
      "-EQ -NE -GT -GE -LT -LE -Like -NotLike -Match -NotMatch -Contains -NotContains -In -NotIn -CEQ -CNE -CLike -CMatch -Not",
    parameters: { ...property, "-Value": "text" },
    positions: ["text"],
    readOnly: ["ls | Where-Object Length -GT 5", "gci | ? Name -like *.ts"],
    asks: ["ls | where { $_.Delete() }", "ls | ? -FilterScript x"],
  },
  {
    name: "Write-Output",
    aliases: ["echo", "write"],
    switches: "-NoEnumerate",
    parameters: { "-InputObject": "text" },
    positions: ["text"],
    readOnly: ["echo hello 'a b'", "Write-Output x"],
    asks: ["echo $env:TOKEN", "echo a > out.txt", "echo (rm x)"],
  },
  ...["Format-Table", "Format-List"].map(
    (name, at): Cmdlet => ({
      name,
      aliases: [["ft"], ["fl"]][at] ?? [],
      switches: "-AutoSize -Wrap -HideTableHeaders",
      parameters: property,
      positions: ["text"],
      readOnly: [`ls | ${name} Name`],
      asks: [`ls | ${name} { rm x }`],
    }),
  ),
];

const writing: readonly Cmdlet[] = [
  {
    name: "Remove-Item",
    aliases: ["ri", "rm", "rmdir", "del", "erase", "rd"],
    switches: "-Recurse -Force",
    parameters: writes,
    positions: ["write"],
    always: "it deletes files",
    category: "silent",
    readOnly: [],
    asks: ["Remove-Item file.txt", "rm -Recurse src"],
  },
  ...["Set-Content", "Add-Content", "Clear-Content"].map(
    (name, at): Cmdlet => ({
      name,
      aliases: [["sc"], ["ac"], ["clc"]][at] ?? [],
      switches: "-Force -NoNewline",
      parameters: { ...writes, "-Value": "text", "-Encoding": "text" },
      positions: ["write", "text"],
      always: "it writes files",
      category: "write",
      readOnly: [],
      asks: [`${name} file.txt x`],
    }),
  ),
  {
    name: "Out-File",
    aliases: [],
    switches: "-Append -Force -NoNewline -NoClobber",
    parameters: { "-FilePath": "write", "-LiteralPath": "write", "-Encoding": "text" },
    positions: ["write", "text"],
    always: "it writes files",
    category: "write",
    readOnly: [],
    asks: ["ls | Out-File file.txt"],
  },
  {
    name: "Tee-Object",
    aliases: ["tee"],
    switches: "-Append",
    parameters: { "-FilePath": "write", "-LiteralPath": "write" },
    positions: ["write"],
    always: "it writes files",
    category: "write",
    readOnly: [],
    asks: ["ls | tee file.txt"],
  },
  {
    name: "New-Item",
    aliases: ["ni", "mkdir", "md"],
    switches: "-Force",
    parameters: { "-Path": "write", "-Name": "text", "-ItemType": "text", "-Value": "text" },
    positions: ["write"],
    always: "it creates files",
    category: "silent",
    readOnly: [],
    asks: ["mkdir new", "New-Item -ItemType File -Path a.txt"],
  },
  {
    name: "Copy-Item",
    aliases: ["copy", "cp", "cpi"],
    switches: "-Recurse -Force",
    parameters: { ...reads, ...filters, "-Destination": "write" },
    positions: ["read", "write"],
    always: "it writes files",
    category: "silent",
    readOnly: [],
    asks: ["copy file.txt b.txt"],
  },
  {
    name: "Move-Item",
    aliases: ["move", "mv", "mi"],
    switches: "-Force",
    parameters: { ...writes, "-Destination": "write" },
    positions: ["write"],
    always: "it moves files",
    category: "silent",
    readOnly: [],
    asks: ["mv file.txt b.txt"],
  },
  {
    name: "Rename-Item",
    aliases: ["ren", "rni"],
    switches: "-Force",
    parameters: { ...writes, "-NewName": "text" },
    positions: ["write", "text"],
    always: "it moves files",
    category: "silent",
    readOnly: [],
    asks: ["ren file.txt b.txt"],
  },
];

/** Every row. */
export const cmdlets: readonly Cmdlet[] = [...reading, ...shaping, ...writing];

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
