import * as vscode from "vscode";
import { type ProxyChoice, proxyFromEnvironment } from "../../node/web/proxy";
import { proxyOf } from "./proxySettings";

/** The proxy for web requests, read anew for each: a changed setting counts at once (WF-6). */
export function webProxy(): ProxyChoice {
  const configuration = vscode.workspace.getConfiguration("http");
  const read = (name: string) => configuration.get<unknown>(name);
  const settings = {
    proxy: read("proxy"),
    noProxy: read("noProxy"),
    proxyAuthorization: read("proxyAuthorization"),
    proxyStrictSSL: read("proxyStrictSSL"),
    proxySupport: read("proxySupport"),
  };
  return proxyOf(settings, proxyFromEnvironment(process.env));
}
