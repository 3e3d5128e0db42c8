/** `test`, `[[ … ]]` and `(( … ))`: what they look at, and where bash evaluates a text once more. */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { startOf } from "../words/words";
import { asking, type KnownProgram } from "./program";

/** `$?`, `$#` and the like stay one word. */
const isNumber = (word: Word) =>
  word.pieces.every(
    (piece) => "text" in piece || ("variable" in piece ? /^[?#$!]$/.test(piece.variable) : piece.runs === "number"),
  );

/** Both sides of `-nt`, `-ot` and `-ef`. */
const comparedFiles = (words: readonly Word[]): Word[] =>
  words.filter((_, at) => [at - 1, at + 1].some((beside) => /^-(?:nt|ot|ef)$/.test(words[beside]?.value ?? "")));

/** See {@link KnownProgram}. */
export const conditionPrograms: readonly KnownProgram[] = [
  {
    names: ["test", "["],
    noOptions: true,
    anyText: true,
    operands: ({ words }) => {
      // `-v a[…]` evaluates the subscript.
      if (words.some((word) => word.value === "-v" || word.value === "-R"))
        return asking(clause`-v evaluates its operand`);
      if (words.some((word) => word.value === undefined && !word.quoted && !isNumber(word)))
        return asking(clause`an unquoted value may be read as an operator`);
      if (words.some((word) => word.glob && /^[*?[]/.test(startOf(word))))
        return asking(clause`a glob may expand to an operator`);
      // Such a value may turn out to be `-v`, for a subscript that stands beside it.
      if (words.some((word) => word.value === undefined) && words.some((word) => /\[/.test(word.value ?? "")))
        return asking(clause`its operators are computed at run time`);
      const isFileTest = (word: (typeof words)[number] | undefined) =>
        /^-[abcdefghkprstuwxGLNOS]$/.test(word?.value ?? "");
      const looks = words.filter((word, at) => isFileTest(words[at - 1]) && startOf(word) !== "]");
      return { looks: [...looks, ...comparedFiles(words)] };
    },
    readOnly: ["test -f src/a.ts", "[ -d src ]", '[ "$(ls)" = "" ]', "[ 1 -eq 2 ]", "[ $? -eq 0 ]"],
    asks: ["test -v 'a[$(id)]'", "[ \"$(cat f)\" 'a[$(id)]' ]", "[ $x = 1 ]", "[ a -nt $x ]", "[ * ]", "[ -e * ]"],
  },
  {
    names: ["[["],
    noOptions: true,
    anyText: true,
    operands: ({ words }) => ({
      looks: [
        ...words.filter((_, at) => /^-[abcdefghkprstuwxGLNOS]$/.test(words[at - 1]?.value ?? "")),
        ...comparedFiles(words),
      ],
    }),
    readOnly: ["[[ -f src/a.ts ]]", "[[ a == b* && 1 -eq 2 ]]"],
    asks: ["[[ 'a[$(id)]' -eq 0 ]]", "[[ -v a ]]", '[[ "$SECRET" == a* ]]'],
  },
  {
    names: ["(("],
    noOptions: true,
    operands: "text",
    readOnly: ["(( 1 < 2 ))"],
    asks: ["(( a[0]++ ))", "((x))"],
  },
];
