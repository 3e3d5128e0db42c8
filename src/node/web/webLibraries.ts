/** What speaks HTTP: large, needed by the web tools alone, and therefore a bundle of its own. */
import { Client } from "undici";

export { Client };
