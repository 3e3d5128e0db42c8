/**
 * What secrets look like in a text. Every pattern begins at something rare and is bounded, so that a text is read in one go
 * however it is made; what each finds and leaves alone is told by its examples in the tests.
 */

/** One kind of secret that is known by its own form. */
export interface SecretShape {
  /** For people and models, in the singular: `GitHub token`. */
  readonly name: string;
  /** One of them stands in every text that holds such a secret; absent: any text may. */
  readonly hints?: readonly string[];
  /** The secret is the first group, or else all that matches. */
  readonly pattern: RegExp;
  /** False for what has the form of a secret and is none. */
  accepts?(value: string): boolean;
}

/** Words that stand where a secret will be, and values that documents show. */
const placeholder =
  /example|sample|placeholder|change.?me|your[-_ ]|dummy|redacted|xxxx|\*\*\*|\.\.\.|^<.*>$|^\$|\$\{|\{\{|^%|^(.)\1*$/i;

/** Bits for each character; a word of a language has about three, random letters and digits more than four. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Random rather than written by a person: letters and digits mixed, and hardly any character twice. */
export const isRandom = (value: string): boolean =>
  !placeholder.test(value) && /[a-z]/i.test(value) && (value.match(/\d/g)?.length ?? 0) >= 2 && entropyOf(value) > 3.5;

const isNoPlaceholder = (value: string): boolean => !placeholder.test(value);

/** Passwords that documents write into addresses. */
const isNoUsualPassword = (value: string): boolean =>
  isNoPlaceholder(value) && !/^(?:pass(?:word|wd)?|pwd|secret|postgres|root|admin|test|user|guest|token)$/i.test(value);

/** The first line of a private key. */
export const privateKeyHeader = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** In the order in which they are asked; of two that find the same place the first counts. */
export const secretShapes: readonly SecretShape[] = [
  {
    name: "AWS access key",
    hints: ["AKIA", "ASIA"],
    pattern: /\bA(?:KI|SI)A[A-Z2-7]{16}\b/g,
    accepts: isNoPlaceholder,
  },
  {
    name: "AWS secret key",
    hints: ["secret_access_key", "SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey"],
    pattern: /secret_?access_?key["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: isNoPlaceholder,
  },
  { name: "Google API key", hints: ["AIza"], pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { name: "Google access token", hints: ["ya29."], pattern: /\bya29\.[\w-]{20,500}/g },
  {
    name: "Azure key",
    hints: ["AccountKey=", "SharedAccessKey="],
    pattern: /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{43,86}={1,2})/g,
  },
  {
    name: "Azure client secret",
    hints: ["Q~"],
    pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
  },
  {
    name: "GitHub token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{22,251})/g,
    accepts: isNoPlaceholder,
  },
  {
    name: "GitLab token",
    hints: ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-"],
    pattern: /\bgl(?:pat|dt|rt|cbt|ptt)-[\w-]{20,300}/g,
    accepts: isNoPlaceholder,
  },
  {
    name: "Slack token",
    hints: ["xox", "xapp-"],
    pattern: /\b(?:xox[abeoprs]|xapp)-\d[\w-]{10,250}/g,
    accepts: isNoPlaceholder,
  },
  {
    name: "Slack webhook",
    hints: ["hooks.slack.com"],
    pattern: /\bhooks\.slack\.com\/(?:services|workflows)\/(\w{8,20}\/\w{8,20}\/[\w/]{16,80})/g,
    accepts: isNoPlaceholder,
  },
  {
    name: "Stripe key",
    hints: ["k_live_", "k_test_", "whsec_"],
    pattern: /\b(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,247}|whsec_[A-Za-z0-9]{32,64})/g,
    accepts: isNoPlaceholder,
  },
  { name: "npm token", hints: ["npm_"], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: "PyPI token", hints: ["pypi-AgE"], pattern: /\bpypi-AgE[\w-]{50,300}/g },
  { name: "Anthropic key", hints: ["sk-ant-"], pattern: /\bsk-ant-[\w-]{20,300}/g },
  {
    name: "OpenAI key",
    hints: ["sk-"],
    pattern: /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{20,300}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})/g,
    accepts: isNoPlaceholder,
  },
  { name: "Hugging Face token", hints: ["hf_"], pattern: /\bhf_[A-Za-z]{34}\b/g },
  {
    name: "SendGrid key",
    hints: ["SG."],
    pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g,
  },
  { name: "Docker Hub token", hints: ["dckr_pat_"], pattern: /\bdckr_pat_[\w-]{27}/g },
  {
    name: "DigitalOcean token",
    hints: ["_v1_"],
    pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g,
  },
  { name: "Vault token", hints: ["hvs.", "hvb."], pattern: /\bhv[bs]\.[\w-]{24,300}/g },
  {
    name: "age secret key",
    hints: ["AGE-SECRET-KEY-1"],
    pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g,
  },
  {
    name: "JSON web token",
    hints: ["eyJ"],
    pattern: /(?<![\w.-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{20,2000}/g,
    // The one that every document about them shows.
    accepts: (value) => !value.endsWith(".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"),
  },
  {
    name: "password in a URL",
    hints: ["://"],
    pattern: /(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>`]{0,128}:([^\s/@"'<>`]{3,256})@[\w[]/gi,
    accepts: isNoUsualPassword,
  },
  {
    name: "netrc password",
    hints: ["password"],
    pattern: /\blogin\s{1,8}\S{1,256}\s{1,8}password\s{1,8}(\S{3,256})/g,
    accepts: isNoUsualPassword,
  },
  {
    name: "authorization header",
    hints: ["uthorization", "UTHORIZATION"],
    pattern: /\bauthorization["']?\s{0,4}:\s{0,4}["']?(?:bearer|basic|token)\s{1,4}([\w+/.~-]{16,4096}={0,2})/gi,
    accepts: isRandom,
  },
];

/** One that a shape found. */
export interface ShapedSecret {
  readonly value: string;
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
}

/** All of one shape in a text, in their order. */
export function* shapedLike({ hints, pattern, accepts }: SecretShape, text: string): Generator<ShapedSecret> {
  if (hints && !hints.some((hint) => text.includes(hint))) return;
  // Most texts have none, and looking for all of them makes another expression each time.
  if (text.search(pattern) < 0) return;
  for (const match of text.matchAll(pattern)) {
    const value = match.slice(1).find((group) => group !== undefined) ?? match[0];
    if (accepts && !accepts(value)) continue;
    yield { value, start: match.index + match[0].lastIndexOf(value) };
  }
}
