/** From the code to package.json: tools and settings as VS Code wants them declared. */
import * as z from "zod";
import { managedPolicy } from "../core/settings/managedPolicy";
import { workspacePolicy } from "../core/settings/sections/policyRule";
import { type SettingName, settingDefinitions } from "../core/settings/settings";
import { valueTexts } from "../core/settings/valueTexts";
import { whenActive } from "../core/tools/deferral";
import type { Dialect } from "../core/tools/dialect";
import { inputSchema } from "../core/tools/jsonSchema";
import { inForce, referenceName, registeredName } from "../core/tools/registeredNames";
import type { DialectTool } from "../core/tools/tool";
import { madeToolManifest } from "../features/madeTools/madeToolManifest";
import { settingSections } from "./settingSections";

const icons: Readonly<Record<string, string>> = {
  read_file: "$(file)",
  write_file: "$(new-file)",
  edit_file: "$(edit)",
  apply_patch: "$(diff-multiple)",
  edit_notebook: "$(notebook)",
  run_cell: "$(run)",
  move_file: "$(arrow-right)",
  delete_file: "$(trash)",
  list_directory: "$(list-tree)",
  find_files: "$(files)",
  search_text: "$(search)",
  search_files: "$(search)",
  find_symbol: "$(symbol-class)",
  find_references: "$(references)",
  go_to: "$(go-to-file)",
  call_hierarchy: "$(call-incoming)",
  type_hierarchy: "$(type-hierarchy)",
  hover: "$(info)",
  diagnostics: "$(warning)",
  rename_symbol: "$(symbol-string)",
  code_action: "$(lightbulb)",
  format_code: "$(list-flat)",
  gitignore: "$(git-commit)",
  git_commit: "$(git-commit)",
  git_restore: "$(discard)",
  git_stash: "$(archive)",
  run_command: "$(terminal)",
  serve: "$(server-process)",
  run_tests: "$(beaker)",
  debug_start: "$(debug-alt)",
  debug_breakpoints: "$(debug-breakpoint)",
  debug_step: "$(debug-step-over)",
  debug_stack: "$(debug-stackframe)",
  debug_variables: "$(symbol-variable)",
  debug_evaluate: "$(debug-console)",
  debug_stop: "$(debug-stop)",
  job_output: "$(output)",
  job_stop: "$(debug-stop)",
  web_fetch: "$(globe)",
  web_search: "$(search)",
  download_file: "$(cloud-download)",
  submit_plan: "$(checklist)",
  ask_user: "$(question)",
  remember: "$(pinned)",
  recall: "$(notebook)",
  create_tool: "$(wand)",
  exec_write: "$(new-file)",
  exec_read: "$(file)",
  exec_run: "$(beaker)",
  exec_ls: "$(list-tree)",
  skill_save: "$(mortar-board)",
  skill_list: "$(list-unordered)",
  skill_read: "$(book)",
  integration_create: "$(package)",
  integration_run: "$(play)",
  schedule_create: "$(watch)",
  schedule_list: "$(calendar)",
  task_create: "$(add)",
  task_list: "$(tasklist)",
  task_update: "$(pass)",
  run_agent: "$(robot)",
  tool_search: "$(search-fuzzy)",
  call_tool: "$(plug)",
};

const whenOffered = (dialect: Dialect, tool: DialectTool): string =>
  [inForce(dialect.name), whenActive(dialect, tool)].filter(Boolean).join(" && ");

/** An entry of `contributes.languageModelTools`, as far as others look into it. */
export interface DeclaredTool {
  readonly name: string;
  /** When it is offered. */
  readonly when: string;
  /** What people read of it. */
  readonly displayName: string;
  /** What people read of it. */
  readonly userDescription: string;
}

function declaredTool(dialect: Dialect, offered: DialectTool): DeclaredTool & Readonly<Record<string, unknown>> {
  const { name, displayName, description, input, tool } = offered;
  const writing = tool.effectKinds.some((kind) => kind === "write" || kind === "exec" || kind === "delegate");
  return {
    name: registeredName(dialect.name, name),
    displayName: dialect.name === "standard" ? displayName : `${displayName} (${dialect.name})`,
    toolReferenceName: referenceName(dialect.name, name),
    canBeReferencedInPrompt: true,
    icon: icons[tool.name] ?? "$(tools)",
    userDescription: tool.summary,
    modelDescription: description,
    tags: ["toolcrib", writing ? "writes" : "reads"],
    when: whenOffered(dialect, offered),
    inputSchema: inputSchema(input),
  };
}

/** Entries of `contributes.languageModelTools`. */
export const declaredTools = (dialects: readonly Dialect[]): DeclaredTool[] =>
  dialects.flatMap((dialect) => dialect.tools.map((tool) => declaredTool(dialect, tool)));

/** What each of the values means, in their order. @throws Error for a value without a text. */
function enumDescriptions(name: SettingName, values: readonly unknown[]): string[] {
  return values.map((value) => {
    const text = valueTexts[name]?.[String(value)];
    if (text === undefined) throw new Error(`The value ${value} of ${name} has no text: add one to valueTexts.`);
    return text;
  });
}

function declaredSetting(name: SettingName, order: number, section: string): object {
  const { schema, scope } = settingDefinitions[name];
  const { $schema, description, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return {
    ...rest,
    ...(Array.isArray(rest.enum) && { enumDescriptions: enumDescriptions(name, rest.enum) }),
    markdownDescription: description,
    scope,
    ...(section === "advanced" && { tags: ["advanced"] }),
    order,
  };
}

/** One section of `contributes.configuration`. */
export interface DeclaredSection {
  readonly name: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, object>>;
}

/** The sections of `contributes.configuration` in their order, with all settings. */
export const declaredSettings = (): DeclaredSection[] =>
  settingSections().map(({ name, title, settings }) => ({
    ...{ name, title },
    properties: Object.fromEntries(
      settings.map((setting, index) => [`toolcrib.${setting}`, declaredSetting(setting, index, name)]),
    ),
  }));

/** A JSON Schema that the editor completes and checks files with. */
export interface DeclaredSchema {
  /** Below the extension's folder. */
  readonly file: string;
  readonly fileMatch: readonly string[];
  readonly schema: object;
}

/** The schemas of policy files. */
export const declaredSchemas = (): DeclaredSchema[] => [
  {
    file: "media/schemas/policy.json",
    fileMatch: ["/.toolcrib/policy.jsonc"],
    schema: z.toJSONSchema(workspacePolicy, { io: "input", target: "draft-7" }),
  },
  {
    file: "media/schemas/managedPolicy.json",
    fileMatch: ["/etc/toolcrib/policy.json", "**/Toolcrib/policy.json"],
    schema: z.toJSONSchema(managedPolicy, { io: "input", target: "draft-7" }),
  },
  {
    file: "media/schemas/madeTool.json",
    fileMatch: ["/.toolcrib/tools/*/tool.json"],
    schema: z.toJSONSchema(madeToolManifest, { io: "input", target: "draft-7" }),
  },
];
