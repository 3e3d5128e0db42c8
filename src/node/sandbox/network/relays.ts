/** How a command inside a sandbox without network finds the sockets that lead out. Pure but for the programs it looks for. */
import type { Reach } from "../../../core/ports/confinement";
import { quoted } from "../../../core/vocabulary/shellQuoting";
import { systemProgram } from "../../processes/systemPrograms";
import { socketFolder } from "../bubblewrap/bubblewrap";
import type { Relay } from "../supervisor";
import { type Egress, proxySocket } from "./egress";

/** Where the proxy is found inside; the usual port of proxies. */
export const proxyPort = 3128;

/** Does what socat does, at the price of starting a Node. */
const relayProgram =
  "const n=require('net'),[p,s]=process.argv.slice(1);n.createServer(a=>{const b=n.connect(s);a.pipe(b).pipe(a);for(const[x,y]of[[a,b],[b,a]])x.on('error',()=>y.destroy()).on('close',()=>y.destroy())}).listen(+p,'127.0.0.1')";

/** Connections of one relay at the same time; each is a process, and those that come after them wait. */
const maxConnections = 256;

/**
 * Listens at a port of the loopback address and hands each connection to a socket, as shell text for one program.
 * @param socket absolute path, without the characters that part the words of an address of socat.
 * @param socat absolute path; empty: this very program as a plain Node.
 */
export const relayCommand = (port: number, socket: string, socat = systemProgram("socat")): string =>
  socat
    ? `${quoted(socat)} TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork,max-children=${maxConnections},backlog=64 ${quoted(`UNIX-CONNECT:${socket}`)}`
    : `ELECTRON_RUN_AS_NODE=1 ${quoted(process.execPath)} -e ${quoted(relayProgram)} ${port} ${quoted(socket)}`;

const relayTo = (port: number, socket: string, socat?: string): Relay => ({
  port,
  command: relayCommand(port, `${socketFolder}/${socket}`, socat),
});

/** The listeners of one sandbox that lead to local servers. @param socat see {@link relayCommand}. */
export const localRelays = ({ local }: Pick<Egress, "local">, socat?: string): Relay[] =>
  [...local].map(([port, socket]) => relayTo(port, socket, socat));

/** All listeners of one sandbox. @param socat see {@link relayCommand}. */
export const relaysOf = (egress: Pick<Egress, "local">, socat?: string): Relay[] => [
  relayTo(proxyPort, proxySocket, socat),
  ...localRelays(egress, socat),
];

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
