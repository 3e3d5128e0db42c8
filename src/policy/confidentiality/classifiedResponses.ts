/** Every result is classified before a model reads it, and raises its session's taint (PO-5, PO-6, PO-7, HB-5). */

import type { CallTrace, JudgedCall } from "../../core/calls/call";
import type { CheckedResponse, Responses } from "../../core/calls/responses";
import type { Workspaces, WorkspaceTaint } from "../../core/ports/workspaces";
import type { RuleContext } from "../../core/rules/rule";
import type { Session } from "../../core/session/session";
import { clause } from "../../core/text/clauses/clause";
import type { ResultPart, ToolResult } from "../../core/tools/tool";
import { highest, isAbove, type Level } from "../../core/vocabulary/level";
import { messageOf } from "../../core/vocabulary/toolError";
import { ordinaryLevel, strictestAction } from "./classification";
import { refusalToRead } from "./classificationRule";
import { type ClassifiedText, classifyText } from "./classifiedText";
import { type Source, sourceOfHost, sourceOfPath, sourcesOf } from "./dataSources";
import { openToCommands } from "./openPlaces";
import { taintOwnWorkspace } from "./workspaceTaint";

/** What the classification needs of its host. */
export interface ResponsePorts {
  /** Configuration as it is now. */
  context(): RuleContext;
  now(): number;
  /** Puts on record that a session's taint rose. Never rejects. */
  note(event: string, agent: string, detail: string): Promise<void>;
  readonly taintWorkspace: Workspaces["taint"];
}

/** Failures of calls that read nothing. */
const unmade = new Set(["denied", "declined", "cancelled", "unrecorded", "unknown_tool"]);

const isUnmade = ({ isError, data }: ToolResult) =>
  isError && unmade.has(String((data as { error?: unknown } | undefined)?.error));

/** Lines that one call adds to the lineage at most; the most confidential come first. */
const maxNoted = 20;

const textTypes = /^text\/|[/+](?:json|xml|yaml|toml|javascript|x-sh)\b/;

/** Everything a model or program reads of a result, looked through. */
interface CheckedResult {
  readonly result: ToolResult;
  readonly found: ClassifiedText["found"];
}

function checkResult(result: ToolResult, check: (text: string) => ClassifiedText): CheckedResult {
  const all: ClassifiedText["found"][number][] = [];
  const read = (text: string) => {
    const { found, text: left } = check(text);
    all.push(...found);
    return left;
  };
  const text = read(result.text);
  const clean = all.length === 0 && text === result.text ? text : "";
  const parts = result.parts?.map((part) => checkPart(part, read));
  const data = isPlain(result.data, clean, check) ? result.data : checkData(result.data, read);
  return { result: { ...result, text, ...(parts && { parts }), ...(data !== undefined && { data }) }, found: all };
}

function checkPart(part: ResultPart, read: (text: string) => string): ResultPart {
  if (!textTypes.test(part.mimeType)) return part;
  const text = new TextDecoder().decode(part.bytes);
  const left = read(text);
  return left === text ? part : { ...part, bytes: new TextEncoder().encode(left) };
}

/**
 * All at once, and each once: the facts of a search hold thousands of short texts, many of them the same path. What is in one of them is found in all of them together.
 * @param clean a text in which nothing was found; the lines that it begins with are not looked through again.
 */
function isPlain(data: unknown, clean: string, check: (text: string) => ClassifiedText): boolean {
  const texts = new Set<string>();
  gather(data, texts);
  const whole = [...texts].filter((text) => !beginsWithLines(clean, text)).join("\n");
  const { found, text } = check(whole);
  return found.length === 0 && text === whole;
}

/** Characters of a fact that is worth comparing. */
const longFact = 1000;

/** Whether some lines stand at the beginning of a text, the last of them whole too: cut in two it might look otherwise. */
const beginsWithLines = (text: string, lines: string): boolean =>
  lines.length >= longFact && text.startsWith(lines) && (text.length === lines.length || text[lines.length] === "\n");

function gather(data: unknown, into: Set<string>): void {
  if (typeof data === "string") into.add(data);
  else if (Array.isArray(data)) for (const entry of data) gather(entry, into);
  else if (isRecord(data)) for (const value of Object.values(data)) gather(value, into);
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && Object.getPrototypeOf(data) === Object.prototype;

/** The texts in a result's facts, which other programs read. */
function checkData(data: unknown, read: (text: string) => string): unknown {
  if (typeof data === "string") return read(data);
  if (Array.isArray(data)) return data.map((entry) => checkData(entry, read));
  if (!isRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, checkData(value, read)]));
}

const withheld = (reason: string): ToolResult => ({
  text: `Withheld by policy: ${reason}. The result is not shown; narrow the call to data that may be read, or tell the person what you need.`,
  isError: true,
  data: { error: "denied", reason },
});

/** Classifies by effects, by the files a search found something in, and by the texts themselves. */
export class ClassifiedResponses implements Responses {
  constructor(private readonly ports: ResponsePorts) {}

  async check(
    { reached: elsewhere = [], ...raw }: ToolResult,
    call: JudgedCall | undefined,
    session: Session,
    id: string,
    trace: CallTrace = { files: [], requests: [], reached: [] },
  ): Promise<CheckedResponse> {
    const context = call?.context ?? this.ports.context();
    trace.reached.push(...elsewhere);
    try {
      const places = trace.files.map((target) => sourceOfPath(target, context));
      // Where a server's answer led may be refused; the server was spoken to all the same.
      const effects = isUnmade(raw) ? trace.requests : (call?.plan.effects ?? []);
      const byEffect = await Promise.all(effects.map((effect) => sourcesOf(effect, context)));
      const reached = trace.reached.map(({ host }) => sourceOfHost(host, context));
      const sources = [...byEffect.flat(), ...reached, ...places];
      const redacts = strictestAction(sources.map(({ action }) => action)) === "redact";
      const led = trace.requests.flatMap(({ url, redirectedFrom }) => (redirectedFrom === undefined ? [] : [url]));
      const checked = checkResult(raw, (text) => classifyText(text, context.settings, redacts, led));
      const named = call?.plan.title ?? id;
      const all = [
        ...sources,
        ...(raw.lineage ?? []).map((entry): Source => ({ ...entry, action: "allow" })),
        ...checked.found.map((one): Source => ({ ...one, ...whereIn(sources, named) })),
      ];
      const refusal = all.map((source) => refusalToRead(source, context)).find((reason) => reason !== undefined);
      if (refusal !== undefined && !isUnmade(raw)) return { result: withheld(refusal), level: "PUBLIC" };
      const open = isUnmade(raw) ? [] : await openToCommands(effects, context);
      await this.#raise(session, id, [...all, ...open]);
      session.taint.addExchanged(elsewhere);
      // What the call itself took in may be in the workspace now.
      await taintOwnWorkspace(effects, context, taintOf(session), this.ports.taintWorkspace);
      return { result: checked.result, level: highest([...all, ...open].map(({ level }) => level)) };
    } catch (error) {
      const reason = clause`it could not be classified (${messageOf(error)})`;
      await this.#raise(session, id, [{ level: "RESTRICTED", reason, action: "allow", source: id }]);
      return { result: withheld(reason), level: "RESTRICTED" };
    }
  }

  async #raise(session: Session, call: string, sources: readonly Source[]): Promise<void> {
    const before = session.taint.level;
    const known = new Set(session.taint.lineage.map(keyOf));
    const news = sources.filter((source) => isNews(source, before) && !known.has(keyOf(source)));
    const distinct = [...new Map(news.map((source) => [keyOf(source), source])).values()];
    distinct.sort((a, b) => (isAbove(a.level, b.level) ? -1 : isAbove(b.level, a.level) ? 1 : 0));
    const time = this.ports.now();
    for (const { level, source, reason, path, isSecret } of distinct.slice(0, maxNoted))
      session.taint.add({
        ...{ time, call, level, source, reason },
        ...(path !== undefined && { path }),
        ...(isSecret && { isSecret }),
      });
    const { level, raisedBy } = session.taint;
    if (isAbove(level, before) && isAbove(level, ordinaryLevel))
      await this.ports.note("taint", session.agent, `raised to ${level} by ${raisedBy?.source}: ${raisedBy?.reason}`);
  }
}

/** A secret that a program was given is in no file of the workspace: it ran elsewhere, and its value was shown to nobody. */
const taintOf = ({ agent, taint: { levelBesideSecrets, raisedBy } }: Session): WorkspaceTaint => ({
  level: levelBesideSecrets,
  agent,
  source: raisedBy?.source ?? clause`what was read before`,
});

const keyOf = ({ level, source, reason }: { level: Level; source: string; reason: string }) =>
  `${level}\0${source}\0${reason}`;

/** Ordinary work is told once; what is more confidential, and every host that was spoken to, each time it is new. */
const isNews = ({ level, isHost }: Source, before: Level) =>
  isAbove(level, before) || isAbove(level, ordinaryLevel) || isHost;

/** A secret is named by the one place that was read, or else by what was done. */
function whereIn(sources: readonly Source[], title: string): Pick<Source, "source" | "path"> {
  const places = new Map(sources.flatMap(({ path, source }) => (path === undefined ? [] : [[path, source]])));
  const [[path, source] = []] = places;
  return places.size === 1 && path !== undefined && source !== undefined ? { source, path } : { source: title };
}
