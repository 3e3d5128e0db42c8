/** What of the person's package configuration an agent's workspace gets: addresses, never credentials (EX-1, C-36). */
import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { openAddress, packageVariables } from "../../../src/node/environment/packageSources";
import { tempFolder } from "../../support/tempFolder";

const npmrc = `; mine
registry=https://me:pw@packages.example/npm/?key=k
//packages.example/npm/:_authToken=npm_secret
@mine:registry=https://mine.example/
_auth = c2VjcmV0
proxy = http://user:pw@proxy.example:3128
`;
const pip = `[global]
index-url = https://__token__:pypi-secret@index.example/simple
extra-index-url =
    https://one.example/simple
    # none of it
    https://u@two.example/simple
[freeze]
find-links = /nowhere
[install]
find-links = /wheels file:///more
trusted-host = index.example
`;

/** Without what the machine itself has configured. */
const own = async (given: NodeJS.ProcessEnv, home: string) => {
  const machine = await packageVariables({}, tempFolder());
  const found = await packageVariables(given, home);
  return Object.fromEntries(Object.entries(found).filter(([name, value]) => machine[name] !== value));
};

describe("where packages come from", () => {
  it("is taken from npm's and pip's files, without credentials", async () => {
    const home = tempFolder({ ".npmrc": npmrc, ".config/pip/pip.conf": pip });
    assert.deepEqual(await own({}, home), {
      HTTP_PROXY: "http://proxy.example:3128/",
      npm_config_registry: "https://packages.example/npm/",
      NPM_CONFIG_REGISTRY: "https://packages.example/npm/",
      PIP_INDEX_URL: "https://index.example/simple",
      PIP_EXTRA_INDEX_URL: "https://one.example/simple https://two.example/simple",
      PIP_FIND_LINKS: "/wheels file:///more",
    });
  });

  it("is rather what variables say, whatever the case of npm's", async () => {
    const home = tempFolder({
      ".npmrc": npmrc,
      ".config/pip/pip.conf": pip,
      "other.conf": "[global]\nindex-url = https://c.example/\n",
    });
    const given = {
      NPM_CONFIG_REGISTRY: "https://a:b@other.example/",
      PIP_INDEX_URL: "https://t@index2.example/simple",
      https_proxy: "u:p@proxy2.example:80",
      NO_PROXY: "localhost,.example",
      NPM_TOKEN: "secret",
    };
    const found = await own(given, home);
    assert.deepEqual(
      [found.npm_config_registry, found.PIP_INDEX_URL, found.https_proxy, found.NO_PROXY, found.NPM_TOKEN],
      ["https://other.example/", "https://index2.example/simple", "proxy2.example:80", "localhost,.example", undefined],
    );
    const { PIP_INDEX_URL } = await own({ PIP_CONFIG_FILE: join(home, "other.conf") }, home);
    assert.equal(PIP_INDEX_URL, "https://c.example/");
  });

  it("is no address into which a variable would have to be put", async () => {
    const home = tempFolder({ ".npmrc": ["registry=https://packages.example/", "{NPM_TOKEN}/\n"].join("$") });
    assert.deepEqual(await own({}, home), {});
  });

  it("never holds what stands before a host or after a question mark", () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9%_.~!-]{4,20}$/).filter((text) => !/%(?![0-9A-Fa-f]{2})/.test(text));
    fc.assert(
      fc.property(secret, secret, secret, (user, password, query) => {
        const address = openAddress(`https://S${user}:S${password}@h.example/p?S${query}`);
        assert.equal(address, "https://h.example/p");
      }),
    );
  });
});
