/** Paths as git prints them for people. Pure. */

const escapes: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** A path as it is; git prints quotes, backslashes, control characters and bytes beyond ASCII as escapes, in quotes. */
export const unquoted = (path: string): string =>
  path.startsWith('"')
    ? path
        .slice(1, -1)
        .replace(/((?:\\[0-7]{3})+)|\\(.)/g, (_, bytes: string | undefined, one: string) =>
          bytes === undefined ? (escapes[one] ?? one) : textOf(bytes),
        )
    : path;

const textOf = (octals: string): string =>
  Buffer.from((octals.match(/\d{3}/g) ?? []).map((octal) => Number.parseInt(octal, 8))).toString("utf8");
