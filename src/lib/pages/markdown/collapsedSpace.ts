/** A text on one line, its white space as browsers show it; empty where there is none. */
export const collapsedSpace = (text: string | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();
