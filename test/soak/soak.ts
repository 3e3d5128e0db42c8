/** One soak: its world, two hosts, what was called, and what must hold whenever it is looked at. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type Held, type Outcome, SoakHost, undoAll } from "./host";
import { describe, marked, until } from "./processes";
import type { Random } from "./random";
import type { World } from "./world";

/** Which of the two hosts: the first lives from start to end, the second is killed and started again. */
export type HostName = "lasting" | "restarted";

/** Calls that are told of when something does not hold. */
const remembered = 12;

export class Soak {
  calls = 0;
  /** Calls that were refused or failed. */
  errors = 0;
  /** How often each kind of step was taken. */
  readonly steps = new Map<string, number>();
  /** What the lasting host held, at each look. */
  readonly held: Held[] = [];
  /** True while a fault may make any call fail. */
  isDisturbed = false;
  readonly #last: string[] = [];

  private constructor(
    readonly world: World,
    readonly random: Random,
    private readonly probe: string,
    private readonly hosts: Record<HostName, SoakHost>,
  ) {}

  static async start(world: World, random: Random, probe: string): Promise<Soak> {
    const lasting = await SoakHost.start(world, probe);
    return new Soak(world, random, probe, { lasting, restarted: await SoakHost.start(world, probe) });
  }

  /** Either host. */
  some(): HostName {
    return this.random.pick(["lasting", "restarted"]);
  }

  host(name: HostName): SoakHost {
    return this.hosts[name];
  }

  async call(host: HostName, tool: string, args: object): Promise<Outcome> {
    this.calls++;
    const outcome = await this.hosts[host].call(tool, args);
    if (outcome.isError) this.errors++;
    this.#last.push(`${host} ${tool} ${JSON.stringify(args).slice(0, 200)} -> ${outcome.text.slice(0, 200)}`);
    this.#last.splice(0, this.#last.length - remembered);
    return outcome;
  }

  /** Calls, and holds that it succeeds unless a fault is at work. */
  async must(host: HostName, tool: string, args: object): Promise<Outcome> {
    const outcome = await this.call(host, tool, args);
    assert.ok(this.isDisturbed || !outcome.isError, `${tool} failed: ${outcome.text}`);
    return outcome;
  }

  /** Changes files by a call, and holds that all of it happened, or, where it failed, nothing. */
  async change(
    host: HostName,
    tool: string,
    args: object,
    after: Readonly<Record<string, string | undefined>>,
  ): Promise<Outcome> {
    const before = Object.keys(after).map((path) => [path, this.world.expected.get(path)] as const);
    const outcome = await this.must(host, tool, args);
    for (const [path, text] of outcome.isError ? before : Object.entries(after)) this.world.expect(path, text);
    return outcome;
  }

  /** Kills the second host and starts it again. */
  async killRestarted(): Promise<void> {
    await this.hosts.restarted.kill();
    this.hosts.restarted = await SoakHost.start(this.world, this.probe);
  }

  /** Lets the second host end in good order, as a window that is reloaded does, and starts it again. */
  async reloadRestarted(): Promise<void> {
    await this.hosts.restarted.close();
    this.hosts.restarted = await SoakHost.start(this.world, this.probe);
  }

  /** Holds that nothing is lost: all is as calls left it, and undoing everything brings back the start. */
  async look(): Promise<void> {
    this.world.verify();
    await this.#undoEverything();
    this.world.verifyStart();
    const running = marked(this.world.mark);
    assert.deepEqual(running.map(describe), [], "commands still run");
    this.held.push(await this.hosts.lasting.held());
  }

  /** Where an undo is refused as somebody else changed the file, they take that back first. */
  async #undoEverything(): Promise<void> {
    for (let tries = 0; tries < 1_000; tries++) {
      const { code, told } = await undoAll(this.world, this.probe);
      if (code === 0 || /nothing to undo|no change/i.test(told)) return;
      const changed = /toolcrib: (\S+) has changed since/.exec(told)?.[1];
      assert.ok(changed, `undo failed: ${told}`);
      this.world.takeBackForeign(changed);
    }
    assert.fail("undo had no end");
  }

  /** Ends both hosts, and holds that nothing runs any longer and no temporary file is left. */
  async end(): Promise<void> {
    await Promise.all([this.hosts.lasting.close(), this.hosts.restarted.close()]);
    const left = () => [this.world.root, this.world.temporary].flatMap(marked);
    assert.ok(await until(() => left().length === 0), `still running:\n${left().map(describe).join("\n")}`);
    assert.deepEqual(readdirSync(this.world.temporary), [], "temporary files were left behind");
  }

  /** Ends what a soak that failed has left. */
  async abandon(): Promise<void> {
    await Promise.allSettled([this.hosts.lasting.close(), this.hosts.restarted.close()]);
  }

  count(step: string): void {
    this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
  }

  /** The last calls, for whoever looks for what went wrong. */
  lastCalls(): string {
    return this.#last.join("\n");
  }
}
