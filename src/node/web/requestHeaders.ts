/** What every request says, and what none may be made to say. */

import type { WebRequest } from "../../core/ports/web";
import { ToolError } from "../../core/vocabulary/toolError";
import { readableEncodings } from "./decompression";

/** What requests are made as where no setting says otherwise. */
const defaultAgent = "Toolcrib";

/** Those that are the client's own, and those that say who someone is. */
const withheld =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|expect|user-agent|cookie|referer|authorization|proxy-.*)$/i;

/** The User-Agent of a request. */
export const agentOf = ({ userAgent }: Pick<WebRequest, "userAgent">): string => userAgent || defaultAgent;

/** The headers of a request without key and conditions. @throws ToolError `invalid_input` for one that may not be sent. */
export function headersOf(wanted: Pick<WebRequest, "userAgent" | "headers">): Record<string, string> {
  const own = Object.entries(wanted.headers ?? {});
  for (const [name, value] of own)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || withheld.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new ToolError(
        "invalid_input",
        `A request cannot carry the header ${JSON.stringify(name)} with this value: leave it out.`,
      );
  return {
    "user-agent": agentOf(wanted),
    accept: "*/*",
    "accept-encoding": readableEncodings,
    "accept-language": "en,*;q=0.5",
    ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
  };
}
