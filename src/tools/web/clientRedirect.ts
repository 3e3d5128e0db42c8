/** Pages that lead elsewhere by themselves, which is told and not followed. */
import { shownAddress } from "../../core/text/addresses/shownAddress";

/** Bytes in which such a page says so. */
const headBytes = 16 * 1024;
/** Characters of text above which a page is one to be read, whatever its scripts do. */
const littleText = 400;
const maxShown = 500;

const refresh = /<meta\b[^>]{0,200}http-equiv\s*=\s*["']?refresh["']?[^>]{0,1000}>/i;
const refreshTarget = /\burl\s*=\s*["']?([^"'>\s]+)/i;
const assignment = /\blocation(?:\.href)?\s*=\s*["']([^"'\s]+)["']/;
const replacement = /\blocation\.(?:replace|assign)\(\s*["']([^"'\s]+)["']/;

const note = (how: string, target: string): string =>
  `This page redirects by ${how} to ${shownAddress(target).slice(0, maxShown)}, which was not followed: fetch that address if you need it.`;

/**
 * One sentence on where a page leads.
 * @param body the page as it was sent. @param text what it says.
 */
export function clientRedirectNotes(body: Uint8Array, text: string): string[] {
  const head = Buffer.from(body.subarray(0, headBytes)).toString("utf8");
  const refreshed = refreshTarget.exec(refresh.exec(head)?.[0] ?? "")?.[1];
  if (refreshed !== undefined) return [note("a meta tag", refreshed)];
  if (text.length > littleText) return [];
  const scripted = (assignment.exec(head) ?? replacement.exec(head))?.[1];
  return scripted === undefined ? [] : [note("a script", scripted)];
}
