/** Whether everything that tools need is there and works, looked at anew each time. Changes nothing. */

import type { CallPolicy } from "../../core/calls/callPolicy";
import type { Host } from "../../core/ports/host";
import { runtimesText } from "../../core/ports/runtimes";
import { clause } from "../../core/text/clauses/clause";
import type { Texts } from "../../core/text/clauses/texts";
import { messageOf } from "../../core/vocabulary/toolError";
import { bad, type Finding, type Fix, good, limited } from "./finding";
import { type AuditCheck, auditFinding, gitFinding, type LeftWorktree, worktreesFinding } from "./upkeep";

/** What the doctor looks at. */
export interface Patient {
  /** For what the person reads. */
  readonly l10n: Texts;
  /** A reason or note (`clause`) in the person's language; absent: it stays English. */
  localReason?(reason: string): string;
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

const sandboxPage = (l10n: Texts): Fix => ({
  kind: "page",
  address: "https://github.com/containers/bubblewrap",
  label: l10n.t("install bubblewrap"),
});

function folders({ l10n, context: { roots, trusted } }: Patient): Finding {
  const subject = l10n.t("Folders");
  if (roots.length === 0)
    return bad(subject, l10n.t("No folder is open, so there is nothing that tools could work in."));
  if (!trusted)
    return bad(subject, l10n.t("The workspace is not trusted, so tools may only read."), {
      kind: "command",
      command: "workbench.trust.manage",
      label: l10n.t("manage workspace trust"),
    });
  return good(subject, l10n.t("Tools work in {0}.", roots.join(", ")));
}

function search({ l10n, ripgrep }: Patient): Finding {
  const subject = l10n.t("Search");
  if (ripgrep !== undefined) return good(subject, l10n.t("Searches use ripgrep ({0}).", ripgrep));
  return bad(
    subject,
    l10n.t("ripgrep was not found, so files are found by name alone and no text is searched."),
    setting("search.ripgrepPath"),
  );
}

async function sandbox({ l10n, host: { shell }, context, localReason }: Patient): Promise<Finding> {
  const subject = l10n.t("Sandbox");
  const { sandbox: mode } = context.settings;
  const confinement = context.confinement();
  const described = (await shell.describeHold?.(confinement, false)) ?? clause`It runs without a sandbox.`;
  const local = localReason?.(described) ?? described;
  const text = local.replace(/^It (?=runs|will)/, "A command ");
  if (await context.isHeld?.(false)) return good(subject, text);
  if (mode === "off") return limited(subject, text, setting("sandbox"));
  const isLinux = process.platform === "linux";
  return mode === "required"
    ? bad(subject, text, isLinux ? sandboxPage(l10n) : setting("sandbox"))
    : limited(subject, text, isLinux ? sandboxPage(l10n) : undefined);
}

async function layer({ l10n, host: { shell }, context, localReason }: Patient): Promise<Finding> {
  const subject = l10n.t("Undo of commands");
  const { "commands.review": review } = context.settings;
  if (review === "off")
    return limited(
      subject,
      l10n.t("Commands work on the folders themselves and cannot be undone."),
      setting("commands.review"),
    );
  const reason =
    (await shell.whyNoLayer?.(context.confinement())) ?? (shell.whyNoLayer ? undefined : clause`this host has none`);
  if (reason === undefined)
    return good(
      subject,
      l10n.t("Commands run on a copy-on-write layer, so what they change is judged and can be undone."),
    );
  return limited(
    subject,
    l10n.t(
      "Commands are asked about before they run and change your files at once, because {0}. Copies of up to 10,000 files are kept to undo that.",
      localReason?.(reason) ?? reason,
    ),
  );
}

async function runtimes({ l10n, host, context }: Patient): Promise<Finding> {
  const survey = (await host.runtimes?.survey([...context.roots, ...context.closed])) ?? { found: [], broken: [] };
  const text = runtimesText({ ...survey, allows: (runtime) => context.allowsRuntime(runtime) });
  const isWhole = survey.found.length > 0 && survey.broken.length === 0;
  return (isWhole ? good : limited)(l10n.t("Runtimes"), l10n.t("Agents can run files with: {0}.", text));
}

function webSearch({ l10n, context: { settings } }: Patient): Finding {
  const subject = l10n.t("Web search");
  const { "web.search.provider": provider } = settings;
  if (provider === "none")
    return limited(subject, l10n.t("No search service is set up."), setting("web.search.provider"));
  return good(subject, l10n.t("Searches of the web go to {0}.", provider));
}

function policies({ l10n, context }: Patient): Finding {
  const { managed, rules, unusable, managedPaths } = context.policies;
  const subject = l10n.t("Policy");
  if (unusable !== undefined) {
    const path = managedPaths.find((one) => unusable.includes(one));
    return bad(
      subject,
      l10n.t("A policy file cannot be used ({0}), so tools may only read.", unusable),
      path === undefined ? undefined : { kind: "file", path },
    );
  }
  return good(
    subject,
    l10n.t(
      "Policy files of administrators: {0}. Rules in the settings and in policy files: {1}.",
      managed.length,
      rules.length,
    ),
  );
}

/** Settings that say opposite things, or one of which has no effect beside another. */
export function conflicts({ l10n, context: { settings } }: Pick<Patient, "l10n" | "context">): Finding[] {
  const found: Finding[] = [];
  const subject = l10n.t("Settings");
  const denied = settings["web.deniedHosts"];
  const both = settings["web.allowedHosts"].filter((host) => denied.includes(host));
  if (both.length > 0)
    found.push(
      limited(
        subject,
        l10n.t("{0} is both allowed and denied; the denial holds.", both.join(", ")),
        setting("web.allowedHosts"),
      ),
    );
  if (settings.sandbox === "off" && settings["commands.review"] === "always")
    found.push(
      limited(
        subject,
        l10n.t(
          "`always` in toolcrib.commands.review has no effect while toolcrib.sandbox is off, as changes of commands cannot be held back.",
        ),
        setting("sandbox"),
      ),
    );
  const again = settings["commands.allow"].filter((rule) =>
    settings["commands.deny"].some((other) => JSON.stringify(other) === JSON.stringify(rule)),
  );
  if (again.length > 0)
    found.push(
      limited(
        subject,
        l10n.t(
          "{0} is both in toolcrib.commands.allow and in toolcrib.commands.deny; the denial holds.",
          again.map((rule) => JSON.stringify(rule)).join(", "),
        ),
        setting("commands.allow"),
      ),
    );
  return found;
}

async function state({ l10n, stateFolder, ...patient }: Patient): Promise<Finding> {
  const subject = l10n.t("State");
  const why = await patient.unusableState();
  if (why === undefined) return good(subject, l10n.t("The journal, the record and sessions are in {0}.", stateFolder));
  return bad(
    subject,
    l10n.t(
      "Nothing can be kept in {0} ({1}), so tools change nothing: make it writable, or free space on its disk.",
      stateFolder,
      why,
    ),
  );
}

/** Looks at everything. Never rejects. */
export async function diagnose(patient: Patient): Promise<readonly Finding[]> {
  const { l10n } = patient;
  const looks: readonly (() => Finding | Promise<Finding> | Promise<readonly Finding[]> | readonly Finding[])[] = [
    () => good(l10n.t("Program"), patient.program),
    () => folders(patient),
    ...(patient.more ? [patient.more] : []),
    () => search(patient),
    () => sandbox(patient),
    () => layer(patient),
    () => runtimes(patient),
    async () => gitFinding(await patient.gitVersion(), l10n),
    async () => worktreesFinding(await patient.leftWorktrees(), l10n),
    () => webSearch(patient),
    () => policies(patient),
    () => patient.problems.map((text) => bad(l10n.t("Settings"), text)),
    () => conflicts(patient),
    () => state(patient),
    async () => auditFinding(await patient.audit(), patient.auditFolder, l10n),
  ];
  const found = await Promise.all(
    looks.map(async (look) => {
      try {
        return await look();
      } catch (error) {
        return bad(l10n.t("Doctor"), l10n.t("One check failed: {0}.", messageOf(error)));
      }
    }),
  );
  return found.flat();
}
