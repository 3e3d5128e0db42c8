/** What may be allowed for good of one program: the words that say what it does, and nothing that runs what follows them. */

/** One row. A command of the program that no list here names is only offered as it is. */
export interface PrefixRow {
  readonly names: readonly string[];
  /** Every command of it does the same: the name alone says what. */
  readonly whole?: true;
  /** Second words that say what is done, whatever follows them. */
  readonly verbs?: string;
  /** Second words that only say what is worked on, each with the third words that say what is done with it. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Second words that run what a file of the folder lists under the name that follows: `npm run build`. */
  readonly scripts?: string;
  /** Words that do more than a prefix says which ends at the group: they send, or set what is run or reached later. */
  readonly further?: Readonly<Record<string, string>>;
  /** Commands with the prefix that is offered for each; tests look at each. */
  readonly offers: Readonly<Record<string, string>>;
  /** Commands for which none is; tests look at each. */
  readonly refuses: readonly string[];
}
