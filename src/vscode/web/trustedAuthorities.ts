import * as tls from "node:tls";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";

/** Not in every Node that VS Code comes with. */
const { getCACertificates } = tls as typeof tls & { getCACertificates?(kind: "default" | "system"): string[] };

/** In a thread of its own: asking the system for all of them may take a second. */
const reading = `
const { getCACertificates } = require("node:tls");
require("node:worker_threads").parentPort.postMessage(getCACertificates("system"));
`;

const systemCertificates = () =>
  new Promise<readonly string[]>((resolve, reject) => {
    const worker = new Worker(reading, { eval: true });
    worker
      .once("message", resolve)
      .once("error", reject)
      .once("exit", () => resolve([]));
  });

/**
 * Certificates of the authorities whose word TLS takes: those of Node and, unless `http.systemCertificates` is off, of the
 * system. VS Code itself adds the latter to `node:https` alone, which web requests do not go through.
 */
export class TrustedAuthorities {
  #system: readonly string[] = [];
  #read: Promise<void> | undefined;

  /** Asks the system once; what it cannot tell is done without. */
  learn(): Promise<void> {
    this.#read ??= this.#learn();
    return this.#read;
  }

  async #learn(): Promise<void> {
    if (getCACertificates) this.#system = await systemCertificates().catch(() => []);
  }

  /** As PEM; undefined: those of Node alone. */
  get known(): readonly string[] | undefined {
    const isWanted = vscode.workspace.getConfiguration("http").get("systemCertificates") !== false;
    return isWanted && getCACertificates && this.#system.length > 0
      ? [...getCACertificates("default"), ...this.#system]
      : undefined;
  }
}
