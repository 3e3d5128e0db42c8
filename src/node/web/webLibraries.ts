/** What speaks HTTP: large, needed by the web tools alone, and therefore a bundle of its own. */
import { Agent, ProxyAgent, request } from "undici";

export { Agent, ProxyAgent, request };
