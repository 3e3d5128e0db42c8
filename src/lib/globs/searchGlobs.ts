/** What a glob means here, whichever engine runs it (C-27). */

/**
 * A pattern without a slash names files at any depth; one with a slash is relative to the searched folder; a leading slash
 * or `./` says so too.
 */
export const rootedGlob = (glob: string): string => {
  const plain = glob.replace(/^\.?\//, "");
  return plain.includes("/") || plain !== glob ? plain : `**/${plain}`;
};

/** Never searched, whatever is asked for. */
export const closedGlobs: readonly string[] = ["**/.git/**", "**/.git"];
