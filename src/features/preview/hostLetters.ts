/** What a person should know of a host whose name is not written in plain letters (PO-8b). */
import { domainToUnicode } from "node:url";
import { shownHost } from "../../core/text/addresses/shownAddress";
import { englishTexts, type Texts } from "../../core/text/clauses/texts";

/** Letters that are taken for one of the Latin alphabet, each before the one it is taken for. */
const lookalikePairs = [
  ..."аaвbсcԁdеeһhіiјjкkӏlмmнhоoрpԛqѕsтtѵvԝwхxуy",
  ..."αaβbεeηnιiκkνvοoρpτtυuχxγyωw",
  ..."օoոnսuհhցgզqјj",
  ..."ɑaɡgıiʟl",
];

const lookalikes: ReadonlyMap<string, string> = new Map(
  lookalikePairs.flatMap((letter, at) => (at % 2 === 0 ? [[letter, lookalikePairs[at + 1] as string]] : [])),
);

const eastAsian = "East Asian";

const scripts = [
  ...["Latin", "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai", "Georgian", "Cherokee"].map(
    (name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const,
  ),
  // Written together by everybody who writes any of them.
  [eastAsian, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u],
  ["other", /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/u],
] as const;

const scriptOf = (letter: string) => scripts.find(([, pattern]) => pattern.test(letter))?.[0];

/** The scripts of a label that mixes what nobody mixes; East Asian names often hold Latin letters. */
function mixedScripts(label: string): string[] {
  const found = [...new Set([...label].flatMap((letter) => scriptOf(letter) ?? []))];
  const foreign = found.includes(eastAsian) ? found.filter((name) => name !== "Latin") : found;
  return foreign.length > 1 ? foreign : [];
}

/** What a label is taken for at a glance; undefined where its letters show that it is in another script. */
function takenFor(label: string): string | undefined {
  const plain = [...label].map((letter) => lookalikes.get(letter) ?? letter).join("");
  return plain !== label && /^[\x21-\x7e]+$/.test(plain) ? plain : undefined;
}

/** One clause that tells the letters of an address's host, and what they may be taken for; undefined for plain letters. */
export function hostNote(address: string, l10n: Texts = englishTexts): string | undefined {
  const host = shownHost(address).replace(/:\d+$/, "");
  const shown = domainToUnicode(host);
  if (shown === host) return undefined;
  const labels = shown.split(".");
  const plain = labels.map((label) => takenFor(label) ?? label).join(".");
  if (plain !== shown) return l10n.t("{0} is written {1}, which only looks like {2}", host, shown, plain);
  const mixed = labels.flatMap(mixedScripts).join(", ");
  return mixed === ""
    ? l10n.t("{0} is written {1}", host, shown)
    : l10n.t("{0} is written {1}, which mixes letters of several scripts ({2})", host, shown, mixed);
}
