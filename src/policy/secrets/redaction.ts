/** Takes secrets out of commands, addresses and titles before they are put on record (D-18). */
import { findSecrets, withoutSecrets } from "./secretText";

const mark = "[redacted]";

const secretWord =
  "(?:pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|api[-_]?key|access[-_]?key|private[-_]?key|_auth)";
/** One shell word: quoted in either way, or up to the next blank. */
const value = `(?:"[^"]{0,4096}"|'[^']{0,4096}'|[^\\s"'&;|]+)`;
/** What a name may have beside the word. Bounded, like all here that could be tried again from every character. */
const around = (characters: string) => `[${characters}]{0,40}`;
const dashed = around("\\w-");
const dotted = around("\\w.-");
const plain = around("\\w");

/** Each with the part that stays as its first group; what follows it is taken out. */
const places: readonly RegExp[] = [
  // https://user:password@host
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"']{1,512}(?=@)/gi,
  // ?access_token=…
  new RegExp(`([?&]${dotted}${secretWord}${dotted}=)[^&\\s"'#]+`, "gi"),
  /([?&](?:sig|signature|code|key|x-amz-(?:signature|credential|security-token))=)[^&\s"'#]+/gi,
  // --password x, --token=x
  new RegExp(`(--?${dashed}${secretWord}${dashed}(?:=|\\s{1,8}))${value}`, "gi"),
  // API_TOKEN=x, export DB_PASSWORD=x
  new RegExp(`(\\b${plain}${secretWord}${plain}=)${value}`, "gi"),
  // Authorization: Bearer x, X-Api-Key: x
  /((?:proxy-)?authorization:\s{0,8}(?:[a-z]{1,20}\s{1,8})?)[^\s"']+/gi,
  new RegExp(`(\\b${dashed}${secretWord}${dashed}:\\s{0,8})[^\\s"']+`, "gi"),
  // mysql -pSECRET
  new RegExp(`(\\b(?:mysql|mariadb)[\\w-]{0,20}\\b[^;&|\\n]{0,512}?\\s-p)${value}`, "g"),
  // sshpass -p SECRET, docker login -p SECRET, mongosh -p SECRET
  new RegExp(
    `(\\b(?:sshpass|(?:docker|podman|helm registry) login|mongo(?:sh|dump|restore|export|import)?)\\b[^;&|\\n]{0,512}?\\s-p\\s{0,8})${value}`,
    "g",
  ),
  // redis-cli -a SECRET, ldapsearch -w SECRET, sqlcmd -P SECRET, zip -P SECRET
  new RegExp(
    `(\\b(?:redis-cli\\b[^;&|\\n]{0,512}?\\s-a|ldap[a-z]{1,20}\\b[^;&|\\n]{0,512}?\\s-w|(?:sqlcmd|bcp|zip|unzip)\\b[^;&|\\n]{0,512}?\\s-P)\\s{0,8})${value}`,
    "g",
  ),
  // curl -u user:password
  /((?:^|\s)(?:-u|--user)(?:\s{1,8}|=)["']?[^\s:"']{1,128}:)[^\s"']+/g,
];

/** The text without what looks like a secret in it. Deterministic, and linear in the text's length. */
export function redacted(text: string): string {
  const left = places.reduce((rest, place) => rest.replace(place, `$1${mark}`), text);
  return withoutSecrets(left, findSecrets(left), () => mark);
}
