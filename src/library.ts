/** Composition root for programs in plain Node: the tools of a dialect as objects; see libraryApi.d.ts. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Confirm } from "./core/calls/approvals/answer";
import { executeCall } from "./core/calls/executeCall";
import type { UndoInfo } from "./core/journal/journalEntry";
import { findTool, metadataOf, parametersOf, toolsOn } from "./core/tools/dialect";
import { capability, safetyLevel } from "./core/tools/safetyLevel";
import type { DialectTool, ResultPart } from "./core/tools/tool";
import { ToolError } from "./core/vocabulary/toolError";
import { dryRun } from "./features/preview/dryRun";
import { previewOf, wholeDiff } from "./features/preview/preview";
import { unattended } from "./headless/commands/call";
import { type Machine, startMachine } from "./headless/machine";
import { warn } from "./headless/warn";
import type * as api from "./libraryApi";
import { keepSession } from "./node/state/sessionFiles";

export { sortFileEntries } from "./dialects/qwen/sortFileEntries";

/** See libraryApi.d.ts. */
export const createTools: typeof api.createTools = async (options) => {
  const { root, roots = root === undefined ? [] : [root], dialect = "standard", settings = {} } = options;
  if (roots.length === 0) throw new ToolError("invalid_input", "Give the folder to work in: createTools({ root }).");
  const stateFolder = options.stateFolder ?? (await mkdtemp(join(tmpdir(), "toolcrib-state-")));
  const machine = await startMachine({ roots, dialect, settings, stateFolder, agent: options.agent ?? "library" });
  const confirm = confirming(options.approve ?? "none");
  const tools = toolsOn(machine.crib.dialect, machine.crib.host).map((tool) => libraryTool(machine, tool, confirm));
  return {
    tools,
    get: (name) => tools.find((tool) => tool.name === findTool(machine.crib.dialect, name)?.name),
    problems: machine.problems,
  };
};

const confirming = (approve: NonNullable<api.ToolsOptions["approve"]>): Confirm => {
  if (typeof approve === "string") return unattended(approve);
  return async ({ tool, plan, decision, byEffect }) => {
    const { title } = plan;
    const { reason, always = false } = decision;
    const approved = await approve({
      tool: tool.name,
      title,
      reason,
      preview: previewOf(plan, byEffect, wholeDiff),
      always,
    });
    return { approved, by: "person" };
  };
};

function libraryTool(machine: Machine, offered: DialectTool, confirm: Confirm): api.LibraryTool {
  const { name, aliases, displayName, description, tool } = offered;
  const { concurrencySafe, readOnly, destructive, searchHint = "" } = metadataOf(offered);
  return {
    name,
    aliases,
    displayName,
    description,
    inputSchema: parametersOf(offered),
    metadata: { concurrencySafe, readOnly, destructive, aliases, searchHint },
    safetyLevel: safetyLevel(capability(tool)),
    execute: (args, options) => execute(machine, offered, args, confirm, options),
    dryRun: (args) => dryRun(machine.crib, machine.session, name, args),
    undo: () => undo(machine, name),
  };
}

async function execute(
  { crib, session, sessionState }: Machine,
  { name }: DialectTool,
  args: unknown,
  confirm: Confirm,
  { signal = new AbortController().signal, onProgress }: Parameters<api.LibraryTool["execute"]>[1] = {},
): Promise<api.Result> {
  const call = { tool: name, input: args, signal, ...(onProgress && { progress: onProgress }) };
  const { text, isError, data, parts = [], undo } = await executeCall(crib, session, call, confirm);
  await keepSession(sessionState, session, warn);
  return { text, isError, data, parts: parts.map(inline), ...(undo && { undoInfo: undoInfoOf(undo) }) };
}

const inline = ({ mimeType, bytes }: ResultPart) => ({
  inlineData: { mimeType, data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64") },
});

const undoInfoOf = ({ id, description, files }: UndoInfo): api.UndoInfo => ({
  id,
  description,
  operations: files.map((file) => ({ kind: "restore", file })),
});

async function undo({ features, session }: Machine, tool: string): Promise<readonly string[]> {
  const changes = await features.journal.undoable();
  const last = changes.find((entry) => entry.tool === tool && entry.agent === session.agent);
  if (!last) throw new ToolError("not_found", `There is no change by ${tool} to undo.`);
  return (await features.journal.undo(last.command?.id ?? last.id)).restored;
}
