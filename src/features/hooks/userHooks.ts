/** The person's own programs around every call, as the settings name them (PO-1, PO-5). */

import type { EndedCall, HookAnswer, HookedCall, Hooks, RunHook } from "../../core/calls/beside/hooks";
import type { AfterHook, BeforeHook, BrokenHook } from "../../core/settings/sections/hookSettings";
import type { Decision } from "../../core/vocabulary/decision";
import { messageOf } from "../../core/vocabulary/toolError";
import { callFacts, resultFacts } from "./callFacts";
import type { TellFailure } from "./hookFailures";
import { isAbout } from "./hookMatching";
import { failureOpinion, type Speaker } from "./hookOpinions";
import { programNotes, programOpinions } from "./programAnswers";
import { hookInput } from "./standardInput";

/** What programs need of their host. */
export interface UserHookPorts {
  readonly run: RunHook;
  readonly tell: TellFailure;
}

const speakerOf = ({ name }: Pick<BeforeHook, "name">): Speaker => ({
  shown: `hook ${JSON.stringify(name)}`,
  rule: `hooks.${name}`,
});

/** What it says in an untrusted folder may not depend on programs that lie there. */
const folderOf = ({ roots, home, trusted }: HookedCall["judged"]["context"]) => (trusted ? (roots[0] ?? home) : home);

/** Runs those that are about a call, all at the same time, so that a call waits for the slowest alone. */
export class UserHooks implements Hooks {
  constructor(private readonly ports: UserHookPorts) {}

  async before(call: HookedCall): Promise<readonly Decision[]> {
    const { judged } = call;
    if (call.signal.aborted) return [];
    const hooks = judged.context.settings["hooks.before"].filter(({ matcher }) => isAbout(matcher, judged));
    return (await Promise.all(hooks.map((hook) => this.#opinionsOf(hook, call)))).flat();
  }

  async #opinionsOf(hook: BeforeHook | BrokenHook, call: HookedCall): Promise<Decision[]> {
    const speaker = speakerOf(hook);
    if ("broken" in hook)
      return [failureOpinion(speaker, hook.onFailure, `toolcrib.hooks.before cannot be read (${hook.broken})`)];
    return programOpinions(speaker, hook.onFailure, await this.#run(hook, call, call.signal));
  }

  async after(call: HookedCall, ended: EndedCall): Promise<readonly string[]> {
    const { settings } = call.judged.context;
    const hooks = settings["hooks.after"].filter(({ matcher }) => isAbout(matcher, call.judged));
    return (await Promise.all(hooks.map((hook) => this.#notesOf(hook, call, ended)))).flat();
  }

  async #notesOf(hook: AfterHook, call: HookedCall, ended: EndedCall): Promise<readonly string[]> {
    // One that never was made, because it was cancelled, is told like all others.
    const signal = call.signal.aborted ? new AbortController().signal : call.signal;
    const read = programNotes(speakerOf(hook), await this.#run(hook, call, signal, ended));
    if ("value" in read) return read.value;
    this.ports.tell(speakerOf(hook), read.failure, call);
    return [];
  }

  async #run(hook: AfterHook, call: HookedCall, signal: AbortSignal, ended?: EndedCall): Promise<HookAnswer> {
    const { id, agent, judged } = call;
    const { context, tool } = judged;
    const folder = folderOf(context);
    const project = context.roots[0] ?? folder;
    try {
      return await this.ports.run({
        command: hook.command,
        shell: context.settings.shell,
        folder,
        input: hookInput(callFacts(call, hook.diff), folder, ended && resultFacts(ended)),
        variables: {
          TOOLCRIB_CALL: id,
          TOOLCRIB_AGENT: agent,
          TOOLCRIB_TOOL: tool.name,
          TOOLCRIB_PROJECT_DIR: project,
          // So that scripts written for other programs find their way.
          CLAUDE_PROJECT_DIR: project,
        },
        hiddenVariables: context.hiddenVariables(),
        timeoutMs: hook.timeoutMs,
        signal,
      });
    } catch (error) {
      return { kind: "failed", failure: `the call could not be passed to it (${messageOf(error)})` };
    }
  }
}
