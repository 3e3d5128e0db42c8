/** What is put on record of every call, and of what people decide beside calls (D-18). */
import { createHash } from "node:crypto";
import type { AnnouncedCall, CallRecord } from "../../core/calls/callRecord";
import type { ReachedHost } from "../../core/ports/confinement";
import { shownAddress } from "../../core/text/addresses/shownAddress";
import type { DecisionSource } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import type { Level } from "../../core/vocabulary/level";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

/** One effect as it is recorded: where it went and how much, never contents. */
export interface AuditedEffect {
  readonly kind: Effect["kind"];
  /** Shown path, command, address, or name of the other agent. */
  readonly target: string;
  /** Bytes before and after a write; absent where there is no file. */
  readonly before?: number;
  readonly after?: number;
}

/** What is said of a call in both of its lines. */
interface AuditedFacts {
  readonly call: string;
  readonly agent: string;
  readonly dialect: string;
  readonly tool: string;
  readonly title: string;
  /** SHA-256 of the input, whatever the order of its keys. */
  readonly input: string;
  readonly effects: readonly AuditedEffect[];
  /** Absent when the call could not be planned. */
  readonly verdict?: "allow" | "ask" | "deny";
  readonly rule?: string;
  readonly reason?: string;
  /** What a person changes to get another verdict. */
  readonly source?: DecisionSource;
  /** Who answered an ask. */
  readonly approvedBy?: string;
}

/** A call that has ended, or was refused. */
export interface AuditedCall extends AuditedFacts {
  readonly kind: "call";
  readonly isError: boolean;
  /** Code of a failure. */
  readonly error?: string;
  readonly level: Level;
  /** Bytes of the text that the model reads. */
  readonly resultBytes: number;
  readonly durationMs: number;
  /** Of a command. */
  readonly exitCode?: number;
  /** Hosts that commands talked to through their proxy (PO-7). */
  readonly reached?: readonly ReachedHost[];
}

/** What a line says. */
export type AuditEntry =
  /** A call that is about to change something. */
  | ({ readonly kind: "begin" } & AuditedFacts)
  | AuditedCall
  /** What a person or the crib did beside a call: an undo, a remembered approval, a reset. */
  | { readonly kind: "event"; readonly event: string; readonly agent: string; readonly detail: string };

/** Where lines are kept, each chained to the one before. */
export interface AuditStore {
  /**
   * Appends one line.
   * @param time milliseconds since 1970.
   * @param durable on the disk before it is fulfilled.
   * @throws Error when it could not be written.
   */
  append(entry: AuditEntry, time: number, durable: boolean): Promise<void>;
}

/** What the record needs of its host. */
export interface AuditPorts {
  readonly store: AuditStore;
  now(): number;
  /** Takes secrets out of a command, an address or a title. */
  redact(text: string): string;
  /** Tells a person, once, that lines are lost; and that they are written again. */
  warn(text: string): void;
}

/** The record of one window or process. */
export class Audit {
  #isFailing = false;

  constructor(private readonly ports: AuditPorts) {}

  /**
   * Puts a call on record before it changes anything.
   * @param isStrict what cannot be recorded must not be done (`toolcrib.audit.strict`).
   * @throws ToolError `unrecorded` when it could not be written and `isStrict`.
   */
  async begin(call: AnnouncedCall, isStrict: boolean): Promise<void> {
    const failure = await this.#append({ kind: "begin", ...described(call, this.ports.redact) }, call.time, isStrict);
    if (isStrict && failure !== undefined)
      throw new ToolError(
        "unrecorded",
        `The audit log cannot be written (${failure}) and toolcrib.audit.strict is on, so calls that change anything are refused: tell the person to free disk space or to repair its folder.`,
      );
  }

  /** Records how a call ended. Never rejects. */
  async end(record: CallRecord): Promise<void> {
    await this.#append(endedCall(record, this.ports.redact), record.time, false);
  }

  /** Records what was done beside a call. Never rejects. */
  async note(event: string, agent: string, detail: string): Promise<void> {
    await this.#append({ kind: "event", event, agent, detail: this.ports.redact(detail) }, this.ports.now(), false);
  }

  /** @returns why the line could not be written. */
  async #append(entry: AuditEntry, time: number, durable: boolean): Promise<string | undefined> {
    try {
      await this.ports.store.append(entry, time, durable);
      if (this.#isFailing) this.ports.warn("Audit logging has resumed.");
      this.#isFailing = false;
      return undefined;
    } catch (error) {
      const failure = messageOf(error);
      if (!this.#isFailing) this.ports.warn(`The audit log cannot be written: ${failure}. Calls are not recorded.`);
      this.#isFailing = true;
      return failure;
    }
  }
}

/** A call that has ended, as it is put on record. @param redact takes secrets out of a command, an address or a title. */
export function endedCall(record: CallRecord, redact: (text: string) => string): AuditedCall {
  const { isError, result, level, durationMs, reached } = record;
  const { error, exitCode } = (result.data ?? {}) as { error?: unknown; exitCode?: unknown };
  return {
    kind: "call",
    ...described(record, redact),
    isError,
    ...(isError && typeof error === "string" && { error }),
    level,
    resultBytes: Buffer.byteLength(result.text),
    durationMs,
    ...(typeof exitCode === "number" && { exitCode }),
    ...(reached && { reached }),
  };
}

function described(
  { id, agent, tool, title, input, judged, decision, approvedBy }: AnnouncedCall,
  redact: (text: string) => string,
): AuditedFacts {
  return {
    call: id,
    agent,
    dialect: judged?.context.caller.dialect ?? "",
    // The name of a tool that there is not is whatever a model wrote.
    tool: judged ? tool : redact(short(tool)),
    title: redact(short(title)),
    input: digest(input),
    effects: (judged?.plan.effects ?? []).map((effect) => audited(effect, redact)),
    ...(decision && { verdict: decision.kind, rule: decision.rule, reason: redact(decision.reason) }),
    ...(decision?.source && { source: decision.source }),
    ...(approvedBy !== undefined && { approvedBy }),
  };
}

function audited(effect: Effect, redact: (text: string) => string): AuditedEffect {
  const { kind } = effect;
  switch (kind) {
    case "read":
    case "list":
      return { kind, target: effect.target.shown };
    case "write":
      return {
        kind,
        target: effect.target.shown,
        ...(effect.before && { before: effect.before.length }),
        ...(effect.after && { after: effect.after.length }),
      };
    case "exec":
      return { kind, target: redact(short(effect.command)) };
    case "fetch":
      return { kind, target: redact(short(shownAddress(effect.url))) };
    case "delegate":
      return { kind, target: effect.to };
    case "present":
      return { kind, target: redact(short(effect.title)) };
  }
}

/** The same for the same values, whatever the order of their keys. */
function digest(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint"
      ? String(part)
      : isPlain(part)
        ? Object.fromEntries(Object.entries(part).sort(byKey))
        : part,
  );
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}

/** Characters of a text that are recorded. */
const maxRecorded = 4000;

const short = (text: string) =>
  text.length > maxRecorded ? `${text.slice(0, maxRecorded)}… (${text.length} characters)` : text;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0);
