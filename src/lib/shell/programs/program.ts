/** How one program's arguments are understood (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import type { Arguments } from "../words/options";
import type { Word } from "../words/types";

/**
 * What a repository may have git start while it only looks: content filters where it looks at files of the work tree, and
 * programs that show differences, whole or as text.
 */
export type GitProgram = "filter" | "diff" | "textconv";

/** What a call of a program touches. */
export interface Usage {
  /** Why it is not known to only read; absent when it is. */
  readonly asks?: string;
  /** Files whose content it reads. */
  readonly reads: readonly Word[];
  /** Paths it looks at: names, sizes, folders listed. */
  readonly looks: readonly Word[];
  /** Paths it writes, creates, changes or deletes. */
  readonly writes: readonly Word[];
  /** Patterns of which a file name beginning with `-` would be an option to it. */
  readonly optionPatterns: readonly Word[];
  /** Names of files in its folder, or in one above, that decide what it writes, contacts or runs. */
  readonly obeys: readonly string[];
  /** Set for git in the repository of the folder it runs in: the programs that it starts where that names them. */
  readonly gitPrograms?: readonly GitProgram[];
  /** The folder that it goes to before it does anything: all other paths count from there. */
  readonly runsIn?: Word;
  /** Those of `reads` and `looks` that count from the top of the repository of that folder, and not from the folder. */
  readonly fromTop?: readonly Word[];
  /** Set where the words tell git another repository than that of its folder, so that `fromTop` counts from others as well. */
  readonly inAnyRepository?: true;
  /** Those of `writes` that are taken away themselves: of a link the link, and not what it leads to. */
  readonly removes?: readonly Word[];
}

/** Of a call that touches nothing. */
export const noUsage: Usage = { reads: [], looks: [], writes: [], optionPatterns: [], obeys: [] };

/** Arguments of one call, with questions one asks of them. */
export interface ProgramCall extends Arguments {
  readonly words: readonly Word[];
  has(...names: string[]): boolean;
  /** Values given to any of these options. */
  values(...names: string[]): Word[];
}

/** What a row says about operands: a kind for all of them, or its own reading of the call. */
export type OperandRule = "read" | "look" | "write" | "text" | "none" | ((call: ProgramCall) => Partial<Usage>);

/** One row of the table. Everything it does not list asks. */
export interface KnownProgram {
  readonly names: readonly string[];
  /** Options that are harmless, or whose paths are known; see options.ts for the notation. */
  readonly options?: string;
  readonly operands: OperandRule;
  /** Always ask, for this reason; paths are still judged, so that writing outside stays denied (D-5). */
  readonly always?: string;
  /** Arguments may be values that are only known while it runs; it prints or compares them. */
  readonly anyText?: true;
  /** Its arguments are not options, or `operands` reads them itself. */
  readonly noOptions?: true;
  /** Options end at the first operand. */
  readonly stopAtOperand?: true;
  /** Calls that run unasked inside the roots; tests run each. */
  readonly readOnly: readonly string[];
  /** Calls that ask; tests run each. */
  readonly asks: readonly string[];
}

/** A reason with nothing else to say. */
export const asking = (asks: string): Partial<Usage> => ({ asks });

/** The first file is read and a second one written, which the second name of a pattern is as well. */
export const writesSecond = ({ operands }: ProgramCall): Partial<Usage> => ({
  reads: operands.slice(0, 1),
  writes: operands.slice(1),
  ...((operands.length > 1 || operands[0]?.glob) && asking(clause`it writes its second file`)),
});

/** Operands after a text that a program looks for. Written as an unquoted pattern it may itself become file names. */
export const afterPattern = (operands: readonly Word[]): readonly Word[] => operands.slice(operands[0]?.glob ? 0 : 1);

/** The folder a program runs in, for one that works through all of it when none is named. */
export const here: Word = {
  source: ".",
  value: ".",
  quoted: false,
  tilde: false,
  glob: false,
  brace: false,
  pieces: [{ text: "." }],
};
