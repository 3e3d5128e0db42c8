/** How a text is indented, as formatters are told it: as it begins its lines, else by four blanks. */
export function indentationOf(text: string): { readonly tabSize: number; readonly insertSpaces: boolean } {
  const indents = [...text.matchAll(/^(?:\t| {2,})/gm)].map(([indent]) => indent);
  const widths = indents.filter((indent) => indent !== "\t").map(({ length }) => length);
  if (indents.length === 0) return { tabSize: 4, insertSpaces: true };
  const insertSpaces = widths.length * 2 > indents.length;
  return { tabSize: insertSpaces ? Math.min(...widths, 8) : 4, insertSpaces };
}
