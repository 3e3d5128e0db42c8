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
