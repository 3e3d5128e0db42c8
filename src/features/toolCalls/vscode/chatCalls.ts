import * as vscode from "vscode";
import type { Confirm } from "../../../core/calls/approvals/answer";
import type { Call, JudgedCall, StartingCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import type { Turn } from "../../../core/journal/journalEntry";
import type { Session } from "../../../core/session/session";
import { plainMarkdown } from "../../../core/text/markdown";
import type { Declined, ToolResult } from "../../../core/tools/tool";
import type { Refusal } from "../../../core/vocabulary/decision";
import { localReason, localTitle } from "../../../vscode/ui/localReason";
import { signalOf } from "../../../vscode/ui/signalOf";
import { askPerson } from "../../approvals/vscode/askPerson";
import type { PlanReviews } from "../../planMode/vscode/planReviews";
import type { Review } from "../../review/vscode/review";
import { callTitle, plainLine } from "./callTitle";
import { ChatLines, type InvokeInChat, type LineTitle } from "./chatLines";
import type { ChatQuestions } from "./chatQuestions";

/** The request that calls are part of. */
export interface ChatRequestPart {
  readonly crib: Crib;
  /** Of its chat. */
  readonly session: Session;
  readonly turn: Turn;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
  /** Live progress, one line at a time. */
  progress(line: string): void;
}

/** Where calls of our own participant are asked about. */
export interface ChatSurfaces {
  readonly review: Review;
  readonly plans: PlanReviews;
  readonly questions: ChatQuestions;
}

/** Leads to what decided on a call. */
const whyCommand = "toolcrib.policy.why";

const writes = ({ plan }: JudgedCall): boolean => plan.effects.some(({ kind }) => kind === "write");

/** How a call that was not made ended. @param isWrite whether a change was asked about. */
function refusalText({ data }: ToolResult, isWrite: boolean): string {
  const { error } = (data ?? {}) as { error?: unknown };
  if (error === "declined") return isWrite ? vscode.l10n.t("rejected") : vscode.l10n.t("declined");
  if (error === "denied") return vscode.l10n.t("denied");
  return error === "cancelled" ? vscode.l10n.t("cancelled") : vscode.l10n.t("failed");
}

/** Calls that our own participant makes: each asked about on our own surfaces, and one line of its chat. */
export class ChatCalls {
  /** What VS Code prepares and invokes for the lines. */
  readonly lines = new ChatLines();

  constructor(private readonly surfaces: ChatSurfaces) {}

  /** Makes a call. @param invoke of its tool, through VS Code. */
  make(request: ChatRequestPart, tool: string, input: object, invoke: InvokeInChat): Promise<ToolResult> {
    const { stream, token } = request;
    let planned = vscode.l10n.t("Check the input of {0}", tool);
    // Each line of it is a step in the chat; what a command prints is seen in its terminal.
    let isWorkOfOthers = false;
    let isWrite = false;
    const confirm = this.#confirm(request, stream);
    const progress = (line: string) => isWorkOfOthers && request.progress(line);
    return this.lines.follow(tool, input, invoke, async (line) => {
      const result = await this.#execute({ ...request, progress }, tool, input, {
        confirm: (judged) => {
          isWrite = writes(judged);
          return confirm(judged);
        },
        planned: (title) => {
          planned = title;
        },
        starting: async (call) => {
          isWorkOfOthers = call.judged.plan.effects.some(({ kind }) => kind === "delegate");
          const drawn = await line.draw(startTitle(call));
          return drawn === "invoked" ? undefined : notLetThrough(drawn, token);
        },
      });
      await line.end(result, titled(plainLine(localTitle(planned)), refusalText(result, isWrite)));
      if (result.refusal) tellRefusal(stream, result.refusal);
      return result;
    });
  }

  /** Makes a call of a tool that VS Code does not know, so that it draws no line: asked about outside of the chat. */
  beside(request: ChatRequestPart, tool: string, input: object): Promise<ToolResult> {
    const { progress: planned } = request;
    return this.#execute(request, tool, input, { confirm: this.#confirm(request), planned });
  }

  #execute(
    { crib, session, turn, token, progress }: ChatRequestPart,
    tool: string,
    input: object,
    { confirm, ...heard }: Pick<Call, "planned" | "starting"> & { readonly confirm: Confirm },
  ): Promise<ToolResult> {
    const call: Call = { tool, input, signal: signalOf(token), turn, progress, ...heard };
    return executeCall(crib, session, call, confirm);
  }

  /** What is asked about each time has a surface of its own, and so has a plan; a model's questions stand in the chat. */
  #confirm({ crib, token }: ChatRequestPart, stream?: vscode.ChatResponseStream): Confirm {
    const { review, plans, questions } = this.surfaces;
    const signal = signalOf(token);
    return (judged) => {
      const { always } = judged.byRules ?? judged.decision;
      const asked = judged.plan.effects.find((effect) => effect.kind === "present");
      if (stream && asked?.questions && !judged.byRules)
        return questions.asked.ask(askerOf(judged), asked, stream, signal);
      return stream && !always
        ? questions.ask(crib, judged, stream, signal)
        : askPerson({ crib, review, plans }, signal)(judged);
    };
  }
}

const askerOf = ({ plan, context }: JudgedCall) => ({ title: localTitle(plan.title), agent: context.caller.agent });

/** VS Code may ask as well, where a person or an administrator has set it up to. */
function notLetThrough(drawn: "skipped" | Error, token: vscode.CancellationToken): Declined {
  if (token.isCancellationRequested) return { by: "nobody", feedback: "the request was cancelled" };
  return drawn === "skipped"
    ? { by: "person", feedback: "the call was skipped in VS Code" }
    : { by: "nobody", feedback: `VS Code did not make the call (${drawn.message})` };
}

/** Says below the lines, which VS Code folds up, why the policy refused a call, and leads to what decided. */
function tellRefusal(stream: vscode.ChatResponseStream, refusal: Refusal): void {
  const why = vscode.l10n.t("Refused because {0}.", plainMarkdown(localReason(refusal.reason)));
  const label = vscode.l10n.t("Show What Decides");
  // A parenthesis in the reason would end the link.
  const given = encodeURIComponent(JSON.stringify([refusal]))
    .replace(/\(/g, "%28")
    .replace(/\)/g, "%29");
  const link = `[${label}](command:${whyCommand}?${given})`;
  const text = new vscode.MarkdownString(`\n\n${why} ${link}\n\n`);
  text.isTrusted = { enabledCommands: [whyCommand] };
  stream.markdown(text);
}

const titled = (title: vscode.MarkdownString, ending: string): LineTitle =>
  new vscode.MarkdownString(`${title.value}: ${plainMarkdown(ending)}`);

/** Says what a person made of the question, if they were asked. */
function startTitle({ judged, approvedBy, isEdited }: StartingCall): LineTitle {
  const title = callTitle(judged);
  if (approvedBy !== "person") return title;
  if (judged.plan.effects.some((effect) => effect.kind === "present" && effect.questions))
    return titled(title, vscode.l10n.t("answered"));
  return titled(
    title,
    isEdited
      ? vscode.l10n.t("accepted with your changes")
      : writes(judged)
        ? vscode.l10n.t("accepted")
        : vscode.l10n.t("allowed"),
  );
}
