/**
 * An address taken apart; undefined for what is none. `URL.canParse` is not asked: once Node has optimised a caller, it
 * denies addresses with letters such as ü (seen in Node 20.20).
 */
export function parsedAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** True for an http or https address with a user name or password before its host. */
export const carriesUserName = (address: string): boolean => /^https?:\/\/[^/\\?#]*@/i.test(address);

/** What may stand before the path of an address without a scheme: a dotted name, `localhost` or an address in brackets. */
const bareHost = /^(?:(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+\.?|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/iu;

/** Hosts of this machine, whose development servers speak plain http. */
const loopbackHost = /^(?:(?:[^/?#:]+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])(?=[:/?#]|$)/i;

/**
 * An address as it will be requested, with the scheme that a model left out: `example.com:8080/x` and `//example.com` are
 * taken as https, hosts of this machine (`localhost:3000`) as http, as browsers do. Anything else, such as
 * `user@example.com` or `javascript:…`, stays as it is for the policy to judge.
 */
export function withScheme(text: string): string {
  const address = text.startsWith("//") ? text.slice(2) : text;
  if (!bareHost.test(address)) return text;
  return `${loopbackHost.test(address) ? "http" : "https"}://${address}`;
}
