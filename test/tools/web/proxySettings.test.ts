/** Which proxy VS Code's settings and the environment mean (WF-6). */
import assert from "node:assert/strict";
import { proxyFor, proxyFromEnvironment } from "../../../src/node/web/proxy";
import { type HttpSettings, proxyOf } from "../../../src/vscode/web/proxySettings";

const environment = { http_proxy: "http://env.example:3128", NO_PROXY: "internal.example" };

const shownFor = (address: string, settings: HttpSettings, variables: NodeJS.ProcessEnv = {}) =>
  proxyFor(new URL(address), proxyOf(settings, proxyFromEnvironment(variables)))?.shown;

describe("the proxy of VS Code's settings", () => {
  it("is the one that is set, for both schemes, whatever the environment says", () => {
    const settings = { proxy: " http://proxy.example:8080 " };
    assert.equal(shownFor("http://page.example/", settings, environment), "http://proxy.example:8080");
    assert.equal(shownFor("https://page.example/", settings, environment), "http://proxy.example:8080");
  });

  it("is the environment's where none is set", () => {
    for (const proxy of ["", "  ", undefined, null, 7]) {
      assert.equal(shownFor("http://page.example/", { proxy }, environment), "http://env.example:3128");
      assert.equal(shownFor("https://page.example/", { proxy }, environment), undefined);
    }
  });

  it("is none when proxies are off", () => {
    const settings = { proxy: "http://proxy.example:8080", proxySupport: "off" };
    assert.equal(shownFor("http://page.example/", settings, environment), undefined);
    for (const proxySupport of ["on", "fallback", "override"])
      assert.ok(shownFor("http://page.example/", { ...settings, proxySupport }));
  });

  it("leaves out the hosts of the setting, or else those of the environment", () => {
    const settings = { proxy: "http://proxy.example:8080" };
    assert.equal(shownFor("http://a.internal.example/", settings, environment), undefined);
    const listed = { ...settings, noProxy: ["own.example", 3, ""] };
    assert.equal(shownFor("http://a.own.example/", listed, environment), undefined);
    assert.ok(shownFor("http://a.internal.example/", listed, environment), "the setting takes the place of the list");
    assert.ok(shownFor("http://page.example/", { ...settings, noProxy: "page.example" }), "no list");
  });

  it("sends the authorization that is set, and checks certificates unless told not to", () => {
    const none = proxyFromEnvironment({});
    assert.deepEqual(proxyOf({ proxyAuthorization: "Basic YTpi", proxyStrictSSL: false }, none), {
      http: undefined,
      https: undefined,
      noProxy: [],
      authorization: "Basic YTpi",
      strictSsl: false,
    });
    assert.deepEqual(proxyOf({ proxyAuthorization: null, proxyStrictSSL: undefined }, none), {
      http: undefined,
      https: undefined,
      noProxy: [],
      strictSsl: true,
    });
  });
});
