/** Whether everything that tools need is there and works, looked at anew each time. Changes nothing. */

import type { CallPolicy } from "../../core/calls/callPolicy";
import type { Host } from "../../core/ports/host";
import { runtimesText } from "../../core/ports/runtimes";
import type { Settings } from "../../core/settings/settings";
import { bad, type Finding, type Fix, good, limited } from "./finding";
import { type AuditCheck, auditFinding, gitFinding, type LeftWorktree, worktreesFinding } from "./upkeep";

/** What the doctor looks at. */
export interface Patient {
  /** The program that tools run in, with its version. */
  readonly program: string;
  readonly host: Pick<Host, "shell" | "runtimes">;
  readonly context: CallPolicy;
  /** Absolute path of ripgrep, where one was found. */
  readonly ripgrep: string | undefined;
  /** Where everything is kept that is not in the folders. */
  readonly stateFolder: string;
  /** Why nothing can be kept there, as one clause; undefined when it can. */
  unusableState(): Promise<string | undefined>;
  /** The version of git; undefined when there is none. */
  gitVersion(): Promise<string | undefined>;
  /** Worktrees that agents left in the repositories of the open folders. */
  leftWorktrees(): Promise<readonly LeftWorktree[]>;
  /** Whether the log is as it was written. */
  audit(): Promise<AuditCheck>;
  /** Folder of the log. */
  readonly auditFolder: string;
  /** Sentences about settings and policy files that could not be used. */
  readonly problems: readonly string[];
  /** What only an editor knows, in its place among the others. */
  more?(): Promise<readonly Finding[]>;
}

const setting = (name: string): Fix => ({ kind: "setting", setting: `toolcrib.${name}` });

const sandboxPage: Fix = {
  kind: "page",
  address: "https://github.com/containers/bubblewrap",
  label: "install bubblewrap",
};

function folders({ roots, trusted }: CallPolicy): Finding {
  if (roots.length === 0) return bad("Folders", "No folder is open, so there is nothing that tools could work in.");
  if (!trusted)
    return bad("Folders", "The workspace is not trusted, so tools may only read.", {
      kind: "command",
      command: "workbench.trust.manage",
      label: "manage workspace trust",
    });
  return good("Folders", `Tools work in ${roots.join(", ")}.`);
}

function search({ ripgrep }: Patient): Finding {
  if (ripgrep !== undefined) return good("Search", `Searches use ripgrep (${ripgrep}).`);
  return bad(
    "Search",
    "ripgrep was not found, so files are found by name alone and no text is searched.",
    setting("search.ripgrepPath"),
  );
}

async function sandbox({ host: { shell }, context }: Patient): Promise<Finding> {
  const { sandbox: mode } = context.settings;
  const confinement = context.confinement();
  const described = (await shell.describeHold?.(confinement, false)) ?? "It runs without a sandbox.";
  const text = described.replace(/^It (?=runs|will)/, "A command ");
  if (await context.isHeld?.(false)) return good("Sandbox", text);
  if (mode === "off") return limited("Sandbox", text, setting("sandbox"));
  const isLinux = process.platform === "linux";
  return mode === "required"
    ? bad("Sandbox", text, isLinux ? sandboxPage : setting("sandbox"))
    : limited("Sandbox", text, isLinux ? sandboxPage : undefined);
}

async function layer({ host: { shell }, context }: Patient): Promise<Finding> {
  const subject = "Undo of commands";
  const { "commands.review": review } = context.settings;
  if (review === "off")
    return limited(
      subject,
      "Commands work on the folders themselves and cannot be undone.",
      setting("commands.review"),
    );
  const reason =
    (await shell.whyNoLayer?.(context.confinement())) ?? (shell.whyNoLayer ? undefined : "this host has none");
  if (reason === undefined)
    return good(subject, "Commands run on a copy-on-write layer, so what they change is judged and can be undone.");
  return limited(
    subject,
    `Commands are asked about before they run and change your files at once, because ${reason}. Copies of up to 10,000 files are kept to undo that.`,
  );
}

async function runtimes({ host, context }: Patient): Promise<Finding> {
  const survey = (await host.runtimes?.survey([...context.roots, ...context.closed])) ?? { found: [], broken: [] };
  const text = runtimesText({ ...survey, allows: (runtime) => context.allowsRuntime(runtime) });
  const sentence = `Agents can run files with: ${text}.`;
  return survey.found.length > 0 && survey.broken.length === 0
    ? good("Runtimes", sentence)
    : limited("Runtimes", sentence);
}

function webSearch({ settings }: CallPolicy): Finding {
  const { "web.search.provider": provider } = settings;
  if (provider === "none") return limited("Web search", "No search service is set up.", setting("web.search.provider"));
  return good("Web search", `Searches of the web go to ${provider}.`);
}

function policies({ policies: { managed, rules, unusable, managedPaths } }: CallPolicy): Finding {
  if (unusable !== undefined) {
    const path = managedPaths.find((one) => unusable.includes(one));
    return bad(
      "Policy",
      `A policy file cannot be used (${unusable}), so tools may only read.`,
      path === undefined ? undefined : { kind: "file", path },
    );
  }
  const administrators =
    managed.length === 0 ? "no administrator's policy" : `${managed.length} administrators' policies`;
  return good(
    "Policy",
    `It has ${administrators} and ${rules.length} ${rules.length === 1 ? "rule" : "rules"} of its own.`,
  );
}

/** Settings that say opposite things, or one of which has no effect beside another. */
export function conflicts(settings: Settings): Finding[] {
  const found: Finding[] = [];
  const denied = settings["web.deniedHosts"];
  const both = settings["web.allowedHosts"].filter((host) => denied.includes(host));
  if (both.length > 0)
    found.push(
      limited(
        "Settings",
        `${both.join(", ")} is both allowed and denied; the denial holds.`,
        setting("web.allowedHosts"),
      ),
    );
  if (settings.sandbox === "off" && settings["commands.review"] === "always")
    found.push(
      limited(
        "Settings",
        "`always` in toolcrib.commands.review has no effect while toolcrib.sandbox is off, as changes of commands cannot be held back.",
        setting("sandbox"),
      ),
    );
  const again = settings["commands.allow"].filter((rule) =>
    settings["commands.deny"].some((other) => JSON.stringify(other) === JSON.stringify(rule)),
  );
  if (again.length > 0)
    found.push(
      limited(
        "Settings",
        `${again.map((rule) => JSON.stringify(rule)).join(", ")} is both in toolcrib.commands.allow and in toolcrib.commands.deny; the denial holds.`,
        setting("commands.allow"),
      ),
    );
  return found;
}

async function state(patient: Patient): Promise<Finding> {
  const why = await patient.unusableState();
  if (why === undefined) return good("State", `The journal, the record and sessions are in ${patient.stateFolder}.`);
  return bad(
    "State",
    `Nothing can be kept in ${patient.stateFolder} (${why}), so tools change nothing: make it writable, or free space on its disk.`,
  );
}

/** Looks at everything. Never rejects. */
export async function diagnose(patient: Patient): Promise<readonly Finding[]> {
  const { context } = patient;
  const looks: readonly (() => Finding | Promise<Finding> | Promise<readonly Finding[]> | readonly Finding[])[] = [
    () => good("Program", patient.program),
    () => folders(context),
    ...(patient.more ? [patient.more] : []),
    () => search(patient),
    () => sandbox(patient),
    () => layer(patient),
    () => runtimes(patient),
    async () => gitFinding(await patient.gitVersion()),
    async () => worktreesFinding(await patient.leftWorktrees()),
    () => webSearch(context),
    () => policies(context),
    () => patient.problems.map((text) => bad("Settings", text)),
    () => conflicts(context.settings),
    () => state(patient),
    async () => auditFinding(await patient.audit(), patient.auditFolder),
  ];
  const found = await Promise.all(
    looks.map(async (look) => {
      try {
        return await look();
      } catch (error) {
        return bad("Doctor", `One look failed: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }),
  );
  return found.flat();
}
