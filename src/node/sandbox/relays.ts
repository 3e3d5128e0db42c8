/** How a command inside a sandbox without network finds the sockets that lead out. Pure but for the programs it looks for. */
import type { Reach } from "../../core/ports/confinement";
import { quoted } from "../../core/vocabulary/shellQuoting";
import { systemProgram } from "../processes/systemPrograms";
import { socketFolder } from "./bubblewrap/bubblewrap";
import type { Egress } from "./egress";
import type { Relay } from "./supervisor";

/** Where the proxy is found inside; the usual port of proxies. */
export const proxyPort = 3128;

/** Does what socat does, at the price of starting a Node. */
const relayProgram =
  "const n=require('net'),[p,s]=process.argv.slice(1);n.createServer(a=>{const b=n.connect(s);a.pipe(b).pipe(a);for(const[x,y]of[[a,b],[b,a]])x.on('error',()=>y.destroy()).on('close',()=>y.destroy())}).listen(+p,'127.0.0.1')";

/**
 * The listeners of one sandbox.
 * @param socat absolute path; absent: this very program as a plain Node.
 */
export function relaysOf({ local }: Pick<Egress, "local">, socat = systemProgram("socat")): Relay[] {
  const relay = (port: number, socket: string): Relay => {
    const path = `${socketFolder}/${socket}`;
    const command = socat
      ? `${quoted(socat)} TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork,backlog=64 UNIX-CONNECT:${path}`
      : `ELECTRON_RUN_AS_NODE=1 ${quoted(process.execPath)} -e ${quoted(relayProgram)} ${port} ${path}`;
    return { port, command };
  };
  return [relay(proxyPort, "proxy"), ...[...local].map(([port, socket]) => relay(port, socket))];
}

/** Programs that would try again for minutes, where no try can succeed. */
const withoutRetries = { npm_config_fetch_retries: "0", PIP_RETRIES: "0", CARGO_NET_RETRY: "0" } as const;

/**
 * What programs should know of the network inside.
 * @param proxyPort absent where there is no proxy.
 */
export const networkEnvironment = ({ isEmpty }: Pick<Reach, "isEmpty">, proxyPort?: number): NodeJS.ProcessEnv => ({
  ...(proxyPort !== undefined && proxyEnvironment(proxyPort)),
  ...(isEmpty && withoutRetries),
});

/** Tells programs of the proxy; what a command serves itself it reaches without. */
function proxyEnvironment(port: number): NodeJS.ProcessEnv {
  const url = `http://127.0.0.1:${port}`;
  const direct = "localhost,.localhost,127.0.0.1,::1,0.0.0.0";
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: direct,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: "1",
  };
}
