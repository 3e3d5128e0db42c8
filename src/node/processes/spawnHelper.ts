/** A small process that starts programs for a large one: starting one copies the memory of whoever does it. */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyBytes, type SpawnReply, type SpawnRequest } from "./spawnMessages";
import { type EndedProcess, inletsOf, type Started, type Starter } from "./starter";

/** Told of commands whose helper has gone: they are ended, as a session that hangs up ends its own. */
const hungUp: EndedProcess = { exitCode: undefined, signal: "SIGHUP" };

interface Waiting {
  started(group: Started["group"]): void;
  failed(error: Error): void;
  ended(how: EndedProcess): void;
}

/** One life of the helper. */
class Helper {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #streams = new Map<string, (socket: Socket) => void>();
  readonly #server: Server;
  readonly #folder = mkdtempSync(join(tmpdir(), "toolcrib-"));
  readonly #ready: Promise<unknown>;
  #count = 0;
  #holds = 0;
  #tellLost: (error: Error) => void = () => {};
  readonly #lost = new Promise<never>((_, reject) => {
    this.#tellLost = reject;
  });
  isGone = false;

  constructor(file: string) {
    this.#lost.catch(() => {});
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.listen(this.#socket);
    this.#server.unref();
    this.#ready = once(this.#server, "listening");
    this.#process = fork(file, {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#process.on("message", (reply: SpawnReply) => this.#hear(reply));
    this.#process.once("error", () => this.#lose());
    this.#process.once("exit", () => this.#lose());
    this.#process.unref();
    this.#process.channel?.unref();
    process.once("exit", this.#cleanUp);
  }

  get #socket(): string {
    return join(this.#folder, "output");
  }

  /** For tests: who starts the programs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  readonly start: Starter = async (program, args, options) => {
    const id = ++this.#count;
    const expected = Array.from({ length: options.inlets ? 4 : 2 }, () => this.#expect());
    this.#hold();
    try {
      const begun = this.#wait(id);
      const keys = expected.map(({ key }) => key);
      void this.#ask({ id, program, args, options, socket: this.#socket, keys });
      const { group, exited } = await begun;
      const streams = await Promise.race([Promise.all(expected.map(({ socket }) => socket)), this.#lost]);
      const [stdout, stderr, typed, sizes] = streams as [Socket, Socket, Socket?, Socket?];
      return { group, stdout, stderr, exited, ...(typed && sizes && { inlets: inletsOf(typed, sizes) }) };
    } catch (error) {
      for (const { key } of expected) this.#streams.delete(key);
      throw error;
    } finally {
      this.#release();
    }
  };

  /** Waits for the program to begin; its end is another wait. */
  #wait(id: number): Promise<Pick<Started, "group" | "exited">> {
    this.#hold();
    return new Promise((resolve, reject) => {
      let ended: (how: EndedProcess) => void = () => {};
      const exited = new Promise<EndedProcess>((resolve) => {
        ended = resolve;
      });
      this.#waiting.set(id, { started: (group) => resolve({ group, exited }), failed: reject, ended });
    });
  }

  async #ask(request: SpawnRequest): Promise<void> {
    await this.#ready;
    this.#process.send(request, (error) => {
      if (error) this.#lose();
    });
  }

  #expect(): { key: string; socket: Promise<Socket> } {
    const key = randomBytes(keyBytes).toString("hex");
    return { key, socket: new Promise((resolve) => this.#streams.set(key, resolve)) };
  }

  /** Only who knows a key that is waited for is listened to. */
  #welcome(socket: Socket): void {
    socket.on("error", () => {});
    const greet = () => {
      const key = socket.read(keyBytes) as Buffer | null;
      if (!key) return;
      socket.off("readable", greet);
      const take = this.#streams.get(key.toString("hex"));
      this.#streams.delete(key.toString("hex"));
      if (take) take(socket);
      else socket.destroy();
    };
    socket.on("readable", greet);
  }

  #hear(reply: SpawnReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (reply.kind === "started") {
      waiting?.started({ pid: reply.pid, begun: reply.begun });
      return;
    }
    this.#waiting.delete(reply.id);
    this.#release();
    if (reply.kind === "failed") waiting?.failed(new Error(reply.message));
    else waiting?.ended({ exitCode: reply.exitCode, signal: reply.signal });
  }

  /** This process goes on for as long as something that it starts or has started does. */
  #hold(): void {
    if (this.#holds++ === 0) this.#process.channel?.ref();
  }

  #release(): void {
    if (--this.#holds === 0) this.#process.channel?.unref();
  }

  #lose(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#server.close();
    const error = new Error("the process that starts commands has ended");
    for (const { failed, ended } of this.#waiting.values()) {
      failed(error);
      ended(hungUp);
    }
    this.#tellLost(error);
    this.#waiting.clear();
    process.off("exit", this.#cleanUp);
    this.#cleanUp();
  }

  readonly #cleanUp = () => rmSync(this.#folder, { recursive: true, force: true });

  /** Lets go of the helper, which then ends what it has started and itself. */
  dispose(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}

/** Starts programs through a helper, and another helper when that one has died; its programs are then ended. */
export class SpawnHelper {
  #helper: Helper | undefined;

  /** @param file the helper's program, bundled. */
  constructor(private readonly file: string) {}

  readonly start: Starter = (program, args, options) => {
    if (!this.#helper || this.#helper.isGone) this.#helper = new Helper(this.file);
    return this.#helper.start(program, args, options);
  };

  /** Process id of the helper, while there is one. */
  get pid(): number | undefined {
    return this.#helper?.pid;
  }

  dispose(): void {
    this.#helper?.dispose();
  }
}
