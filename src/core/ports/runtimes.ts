/** Programs of this machine that run files (EX-10). */

/** Those that are looked for, as policies name them too (EN-2). */
export const runtimeNames = ["deno", "node", "python", "bash", "sh"] as const;

/** One of them. */
export type RuntimeName = (typeof runtimeNames)[number];

/** A runtime that answered. */
export interface Runtime {
  readonly name: RuntimeName;
  /** Under which a command finds it: `python3`. */
  readonly command: string;
  /** Absolute path. */
  readonly program: string;
  /** Numbers with dots; absent where it tells none, as many an `sh`. */
  readonly version?: string;
}

/** One that is there and does not work. */
export interface BrokenRuntime extends Pick<Runtime, "name" | "program"> {
  /** One clause. */
  readonly problem: string;
}

/** What is there. */
export interface RuntimeSurvey {
  /** In the order of {@link runtimeNames}. */
  readonly found: readonly Runtime[];
  readonly broken: readonly BrokenRuntime[];
}

/** Looks for runtimes. */
export interface RuntimePort {
  /**
   * Those on the PATH that commands in an agent's workspace get. Never rejects.
   * @param apart real paths of folders that agents write in: what lies there is no program of this machine.
   */
  survey(apart: readonly string[]): Promise<RuntimeSurvey>;
}

/** What an agent may use of it. */
export interface UsableRuntimes extends RuntimeSurvey {
  /** False for what the managed policy keeps from it (EN-2). */
  allows(runtime: string): boolean;
}

const nameText = ({ name, version }: Runtime) => (version === undefined ? name : `${name} ${version}`);

/** For sentences: `node 22.1.0, bash 5.2.15`, and what is kept back or broken. */
export function runtimesText({ found, broken, allows }: UsableRuntimes): string {
  const usable = found.filter(({ name }) => allows(name)).map(nameText);
  const kept = found.filter(({ name }) => !allows(name)).map(nameText);
  return [
    usable.length > 0 ? usable.join(", ") : "none",
    ...(kept.length > 0 ? [`not allowed by the managed policy: ${kept.join(", ")}`] : []),
    ...broken.map(({ name, problem }) => `${name} is broken: ${problem}`),
  ].join("; ");
}
