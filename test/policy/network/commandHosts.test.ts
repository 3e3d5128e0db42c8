/** The hosts that a command's arguments name (CF-2). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { hostsIn } from "../../../src/policy/network/commandHosts";

const hosts = (line: string, language?: "powershell") => analyse(line, language).commands.flatMap(hostsIn);

describe("hosts in a command's arguments (CF-2)", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    "curl https://get.example.org/x -o install.sh": ["get.example.org"],
    "curl -fsSLo install.sh get.example.org/x": ["get.example.org"],
    "curl -A Mozilla/5.0 -m 1.5 -u me:1234 -H 'X-A: b.c' -b jar.txt -T up.tgz drop.example": ["drop.example"],
    "wget -qO page.html -P out.d www.example.com": ["www.example.com"],
    "curl -x proxy.example:3128 a.example": ["a.example", "proxy.example:3128"],
    "curl -xproxy.example:3128 a.example": ["a.example", "proxy.example:3128"],
    "curl --proxy proxy.example a.example": ["a.example", "proxy.example"],
    "curl --url a.example -o out.txt": ["a.example"],
    "curl -e from.example a.example": ["a.example", "from.example"],
    "curl --socks5 socks.example:1080 a.example": ["socks.example:1080", "a.example"],
    "curl --socks5-hostname socks.example a.example": ["socks.example", "a.example"],
    "curl --doh-url https://doh.example/q a.example": ["doh.example", "a.example"],
    "curl --preproxy pre.example:1080 a.example": ["pre.example:1080", "a.example"],
    "curl --resolve a.example:443:203.0.113.9 https://a.example": ["a.example", "203.0.113.9"],
    "curl --resolve a.example:443:203.0.113.9,203.0.113.8 https://a.example": [
      "a.example",
      "203.0.113.9",
      "203.0.113.8",
    ],
    "curl --connect-to a.example:443:evil.example:8443 https://a.example": ["a.example", "evil.example:8443"],
    "curl --connect-to ::evil.example: https://a.example": ["a.example", "evil.example"],
    "curl -d @notes.txt -o - https://a.example -d 'see https://b.example/x'": ["a.example", "b.example"],
    "curl --unheard-of out.txt a.example": ["out.txt", "a.example"],
    "wget2 -O page.html a.example": ["page.html", "a.example"],
    "http --download a.example": ["a.example"],
    "curl -- -o.example a.example": ["a.example"],
  };
  for (const [line, expected] of Object.entries(cases))
    it(line, () => assert.deepEqual(hosts(line).toSorted(), [...expected].toSorted()));

  it("takes no value of curl's away from PowerShell's alias of that name", () =>
    assert.deepEqual(hosts("curl -m a.example", "powershell"), ["a.example"]));
});
