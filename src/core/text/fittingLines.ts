/**
 * How many lines of a list fit into a result; the first always does.
 * @param characters at most, with a line feed for each line; undefined: all of them fit.
 */
export function fittingLines(lines: readonly string[], characters: number | undefined): number {
  if (characters === undefined) return lines.length;
  let used = 0;
  const end = lines.findIndex((line, index) => {
    used += line.length + 1;
    return used > characters && index > 0;
  });
  return end === -1 ? lines.length : end;
}
