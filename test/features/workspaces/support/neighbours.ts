/** Agents with workspaces beside each other, on a real disk and in the real sandbox. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Answer } from "../../../../src/core/calls/approvals/answer";
import type { JudgedCall } from "../../../../src/core/calls/call";
import type { Crib } from "../../../../src/core/calls/crib";
import { executeCall } from "../../../../src/core/calls/executeCall";
import type { Session } from "../../../../src/core/session/session";
import type { ToolResult } from "../../../../src/core/tools/tool";
import { type Machine, type MachineOptions, startMachine } from "../../../../src/headless/machine";
import { plant, type Tree } from "../../../support/tempFolder";

/** Not below /tmp, which is another folder inside the sandbox. */
const base = join(homedir(), ".cache", "toolcrib-test");

/** One of them. */
export interface Neighbour {
  readonly crib: Crib;
  readonly session: Session;
  readonly machine: Machine;
  /** Real path of its workspace. */
  readonly own: string;
  /** What was asked about. */
  readonly asked: JudgedCall[];
  call(tool: string, input: unknown): Promise<ToolResult>;
}

/** A project of a person's, the folder of all workspaces, and Toolcrib's state. */
export class Neighbours {
  readonly top: string;
  readonly root: string;
  readonly state: string;
  readonly workspaces: string;
  readonly #machines: Machine[] = [];

  /** @param tree below `project` and `workspaces`. */
  constructor(tree: Tree = {}, workspaces = "workspaces") {
    mkdirSync(base, { recursive: true });
    this.top = realpathSync(mkdtempSync(join(base, "n-")));
    this.root = join(this.top, "project");
    this.state = join(this.top, "state");
    this.workspaces = join(this.top, workspaces);
    for (const folder of [this.root, this.state, this.workspaces]) mkdirSync(folder, { recursive: true });
    plant(this.top, tree);
  }

  /**
   * Starts an agent in a process of its own, as far as it can tell.
   * @param options `says` answers what is asked, by default no.
   */
  async agent(
    name: string,
    settings: Readonly<Record<string, unknown>> = {},
    { says = "no", ...options }: Partial<MachineOptions> & { readonly says?: "yes" | "no" } = {},
  ): Promise<Neighbour> {
    const machine = await startMachine({
      roots: [this.root],
      dialect: "standard",
      agent: name,
      stateFolder: this.state,
      settings: { "workspaces.folder": this.workspaces, ...settings },
      ...options,
    });
    this.#machines.push(machine);
    const { crib, session } = machine;
    const asked: JudgedCall[] = [];
    const confirm = async (call: JudgedCall): Promise<Answer> => {
      asked.push(call);
      return { approved: says === "yes", by: "person" };
    };
    const call = (tool: string, input: unknown) =>
      executeCall(crib, session, { tool, input, signal: new AbortController().signal }, confirm);
    const own = crib.workspaces.of(name)?.folder ?? "";
    return { crib, session, machine, own, asked, call };
  }

  async close(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => machine.close()));
    rmSync(this.top, { recursive: true, force: true });
  }
}
