/** What kinds of built-in tools do; the tables say which tool is of which kind. */
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { ToolError } from "../../core/vocabulary/toolError";
import { type BuiltInArguments, objects, optionalText, text, texts } from "./arguments";
import type { Meaning, Step, StringReplacement } from "./steps";

/** Touches no file, command or address that the policy knows of: tells, asks or remembers within the harness. */
export const harmless: Meaning = () => [];

const isTrue = (value: unknown) => value === true || value === "true";

/** Runs a command line. */
export const runs =
  (language?: ShellLanguage): Meaning =>
  (input) => [
    {
      does: "run",
      command: text(input, "command"),
      ...(language && { language }),
      ...(typeof input.cwd === "string" && { cwd: input.cwd }),
      background: ["run_in_background", "isBackground", "async"].some((name) => isTrue(input[name])),
    },
  ];

/** Types into a shell that runs: what is typed is a command line, as far as anybody knows. */
export const types =
  (language?: ShellLanguage): Meaning =>
  (input) => {
    const command = optionalText(input, "typed") ?? "";
    if (command.trim() === "") return [];
    return [{ does: "run", command, ...(language && { language }), background: false }];
  };

/** Reads a file or lists a folder. */
export const reads: Meaning = (input) => [{ does: "read", path: text(input, "path") }];

/** Reads a file where one is named, else looks at the whole folder. */
export const readsIfNamed: Meaning = (input) => [{ does: "read", path: optionalText(input, "path") ?? "." }];

/** Reads each of a list of files, by default looks at the whole folder. */
export const readsAll: Meaning = (input) => {
  const paths = texts(input, "filePaths");
  return (paths.length > 0 ? paths : ["."]).map((path) => ({ does: "read", path }));
};

/** Lists a folder. */
export const lists: Meaning = (input) => [{ does: "list", path: optionalText(input, "folder") ?? "." }];

/** Looks at the whole folder in a way of the harness. */
export const looks: Meaning = () => [{ does: "list", path: "." }];

const searched = (input: BuiltInArguments): readonly string[] => {
  const path = optionalText(input, "folder");
  const all = [...texts(input, "paths"), ...(path === undefined ? [] : [path])];
  return all.length > 0 ? all : ["."];
};

/** Finds files by a glob. */
export const finds: Meaning = (input) =>
  searched(input).map((path) => ({ does: "find", path, pattern: text(input, "pattern") }));

/** Searches in files; a glob that chooses them may lead elsewhere, too. */
export const searches: Meaning = (input) => {
  const globs = ["glob", "include", "includePattern"].flatMap((name) => texts(input, name));
  const within = searched(input);
  return [
    ...within.map((path): Step => ({ does: "read", path })),
    ...within.flatMap((path) => globs.map((pattern): Step => ({ does: "find", path, pattern }))),
  ];
};

/** Writes a whole file. */
export const writes: Meaning = (input) => [
  { does: "write", path: text(input, "path"), content: optionalText(input, "content") ?? "" },
];

const replacementIn = (input: BuiltInArguments): StringReplacement => ({
  old_string: text(input, "oldText"),
  new_string: optionalText(input, "newText") ?? "",
  replace_all: isTrue(input.replace_all) || isTrue(input.replaceAll),
});

/** Replaces text in a file. */
export const replaces: Meaning = (input) => [
  { does: "edit", path: text(input, "path"), edits: [replacementIn(input)] },
];

/** Replaces several texts in one file. */
export const replacesSeveral: Meaning = (input) => [
  { does: "edit", path: text(input, "path"), edits: objects(input, "edits").map(replacementIn) },
];

/** Replaces texts in several files, those of one file in their order. */
export const replacesInFiles: Meaning = (input) => {
  const byPath = new Map<string, StringReplacement[]>();
  for (const one of objects(input, "replacements")) {
    const path = text(one, "path");
    byPath.set(path, [...(byPath.get(path) ?? []), replacementIn(one)]);
  }
  return [...byPath].map(([path, edits]) => ({ does: "edit", path, edits }));
};

/** Changes a file in a way that is the harness's own: a notebook's cell, an insertion, a sketch of an edit. */
export const changes: Meaning = (input) => [
  { does: "change", path: text(input, "path"), content: optionalText(input, "newPart") ?? "" },
];

/** Makes a folder. */
export const makesFolder: Meaning = (input) => [{ does: "change", path: text(input, "folder"), content: "" }];

/** Applies a patch. */
export const patches: Meaning = (input) => [{ does: "patch", patch: text(input, "patch") }];

/** The editor of several commands that model families were trained on. */
export const editorCommands: Meaning = (input) => {
  const { command } = input;
  switch (command) {
    case "view":
      return reads(input);
    case "create":
      return writes(input);
    case "str_replace":
    case "edit":
      return replaces(input);
    case "insert":
    case "undo_edit":
      return changes(input);
    default:
      throw new ToolError(
        "invalid_input",
        `Toolcrib does not know the editor's command ${JSON.stringify(command)}: use view, create, str_replace or insert.`,
      );
  }
};

/** `edit`, which some versions give the editor's commands. */
export const edits: Meaning = (input) => (typeof input.command === "string" ? editorCommands : replaces)(input);

/** What Copilot's `PreToolUse` hooks call `Edit`: one of its editing tools, or `apply_patch`, whose arguments are the patch alone. */
export const editsOrPatches: Meaning = (input) => {
  if (optionalText(input, "patch") === undefined) return edits(input);
  const path = optionalText(input, "path");
  if (path !== undefined)
    throw new ToolError(
      "invalid_input",
      `Toolcrib cannot tell what this call would do, because it names ${JSON.stringify(path)} and carries a patch as well: give one of the two.`,
    );
  return patches(input);
};

/** Fetches a page. */
export const fetches: Meaning = (input) => [{ does: "fetch", url: text(input, "url") }];

/** Fetches several. */
export const fetchesAll: Meaning = (input) => texts(input, "urls").map((url) => ({ does: "fetch", url }));

/** Opens a page, where one is named. */
export const fetchesIfNamed: Meaning = (input) => {
  const url = optionalText(input, "url");
  return url === undefined ? [] : [{ does: "fetch", url }];
};

/** Sends a question to a service, which changes nothing by it. @param to for people: `web search`. */
export const asksService =
  (to: string): Meaning =>
  (input) => [{ does: "delegate", to, prompt: JSON.stringify(input), readOnly: true }];

/** What VS Code makes of an argument with blanks; of others it may quote none. */
const quotedWhereNeeded = (word: string) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Writes a task into the workspace and runs it. */
export const runsTask: Meaning = (input) => {
  const task = (typeof input.task === "object" && input.task !== null ? input.task : {}) as BuiltInArguments;
  const command = text(task, "command");
  const args = texts(task, "args");
  const lines = new Set([[command, ...args].join(" "), [command, ...args.map(quotedWhereNeeded)].join(" ")]);
  return [
    { does: "change", path: ".vscode/tasks.json", content: JSON.stringify(task) },
    ...[...lines].map((line): Step => ({ does: "run", command: line, background: false })),
  ];
};
