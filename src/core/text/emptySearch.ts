/** Why a search of contents found nothing (D-11). */
export type EmptySearch =
  /** The one file that was named is binary. */
  | { readonly kind: "binary" }
  /** The glob for files does not match the one that was named. */
  | { readonly kind: "filtered" }
  /** Files that are ignored do match. */
  | { readonly kind: "ignored" }
  /** Nothing was left to search. */
  | { readonly kind: "no_files" }
  /** The same, because so many files are all ignored, and do not match either. */
  | { readonly kind: "all_ignored"; readonly files: number }
  /** Files were searched, and none matches. */
  | { readonly kind: "searched"; readonly files: number };

/** How a tool system calls what a search was narrowed with. */
export interface EmptySearchWords {
  /** The parameter with a glob for files, and its value. */
  readonly filter: string;
  readonly glob: string | undefined;
  /** How to search ignored files too; one clause. */
  readonly ignored: string;
}

/** The reason as a sentence. */
export function emptySearchReason(why: EmptySearch, { filter, glob, ignored }: EmptySearchWords): string {
  switch (why.kind) {
    case "binary":
      return "It is a binary file, and binary files are not searched.";
    case "filtered":
      return `It was not searched, because ${filter} ${JSON.stringify(glob)} does not match it.`;
    case "ignored":
      return `Ignored files do match: ${ignored}.`;
    case "no_files":
      return `No file was searched${glob === undefined ? "" : `, because ${filter} ${JSON.stringify(glob)} matches none`}.`;
    case "all_ignored": {
      const all = why.files === 1 ? "the only file" : `all ${why.files} files`;
      const kept = glob === undefined ? "" : ` that ${filter} ${JSON.stringify(glob)} matches`;
      return `No file was searched, because ${all}${kept} ${why.files === 1 ? "is" : "are"} ignored: ${ignored}.`;
    }
    case "searched":
      return `${why.files} ${why.files === 1 ? "file was" : "files were"} searched.`;
  }
}
