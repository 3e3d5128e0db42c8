import type { ProxyChoice } from "../../node/web/proxy";

/** VS Code's settings of this name under `http.`, as they are written. */
export interface HttpSettings {
  readonly proxy?: unknown;
  readonly noProxy?: unknown;
  readonly proxyAuthorization?: unknown;
  readonly proxyStrictSSL?: unknown;
  readonly proxySupport?: unknown;
}

const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);
const texts = (value: unknown) => (Array.isArray(value) ? value.flatMap((entry) => text(entry) ?? []) : []);

/**
 * The proxy that VS Code's settings mean: its own requests take that of the environment where they name none, and the hosts
 * that go without one from one of both.
 */
export function proxyOf(settings: HttpSettings, environment: ProxyChoice): ProxyChoice {
  const { http, https, noProxy } = environment;
  const strictSsl = settings.proxyStrictSSL !== false;
  if (settings.proxySupport === "off") return { noProxy: [], strictSsl };
  const named = text(settings.proxy);
  const direct = texts(settings.noProxy);
  const authorization = text(settings.proxyAuthorization);
  return {
    http: named ?? http,
    https: named ?? https,
    noProxy: direct.length > 0 ? direct : noProxy,
    ...(authorization !== undefined && { authorization }),
    strictSsl,
  };
}
