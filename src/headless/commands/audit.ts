import { join } from "node:path";
import { ToolError } from "../../core/vocabulary/toolError";
import { type AuditFilter, auditText, wanted } from "../../features/audit/auditFilter";
import { auditLines, checkAudit } from "../../features/audit/node/auditCheck";
import type { Options } from "../options";
import { UsageError } from "../usageError";

/**
 * `toolcrib audit show` prints the lines that are wanted, `toolcrib audit verify` says whether the log holds (D-18).
 * @returns the exit code: 1 when the log does not hold.
 */
export async function audit(stateFolder: string, options: Options, print: (line: string) => void): Promise<number> {
  const folder = join(stateFolder, "audit");
  const [question] = options.positionals;
  if (question === "show") return show(folder, options, print);
  if (question === "verify") return verify(folder, print);
  throw new UsageError(`"audit ${question ?? ""}" is not a command: use audit show or audit verify.`);
}

async function show(folder: string, options: Options, print: (line: string) => void): Promise<number> {
  const filter = filterOf(options);
  for await (const { value } of auditLines(folder))
    if (wanted(value, filter)) print(options.json ? JSON.stringify(value) : auditText(value));
  return 0;
}

function filterOf({ givenAgent, tool, verdict, file, since }: Options): AuditFilter {
  const time = since === undefined ? undefined : Date.parse(since);
  if (Number.isNaN(time))
    throw new ToolError(
      "invalid_input",
      `--since ${since} is not a time: write it as 2026-01-31 or 2026-01-31T12:00Z.`,
    );
  return {
    ...(givenAgent !== undefined && { agent: givenAgent }),
    ...(tool !== undefined && { tool }),
    ...(verdict !== undefined && { verdict }),
    ...(file !== undefined && { file }),
    ...(time !== undefined && { since: time }),
  };
}

async function verify(folder: string, print: (line: string) => void): Promise<number> {
  const { files, lines, problems } = await checkAudit(folder);
  for (const { file, line, text } of problems)
    print(`${join(folder, file)}${line === undefined ? "" : `:${line}`}: ${text}`);
  if (problems.length === 0) print(`Audit log verified: ${lines} lines in ${files} ${files === 1 ? "file" : "files"}.`);
  return problems.length === 0 ? 0 : 1;
}
