/** The analysis as `explain` answers it (D-1). */
import type { CommandAnalysis } from "./words/types";

/** One simple command in the words of `explain`. */
export interface DescribedCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly prefixes: readonly string[];
  readonly redirects: readonly { readonly op: string; readonly target: string; readonly static: boolean }[];
  readonly assignments: readonly string[];
  readonly pipeline: readonly [index: number, length: number];
  readonly background: boolean;
}

/** Every simple command, in source order; what is not known until it runs is shown as written. */
export const describeCommands = (analysis: CommandAnalysis): DescribedCommand[] =>
  analysis.commands.map((command) => ({
    name: command.name ?? command.word?.source ?? "",
    args: command.args.map((word) => word.value ?? word.source),
    prefixes: command.prefixes,
    redirects: command.redirects.map(({ op, target }) => ({
      op,
      target: target.value ?? target.source,
      static: target.value !== undefined && !target.glob,
    })),
    assignments: command.assignments.map(({ name, value }) => `${name}=${value.value ?? value.source}`),
    pipeline: command.pipeline,
    background: command.background,
  }));
