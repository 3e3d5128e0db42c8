/** The ports between the core and the machine it runs on. Plain Node and VS Code each provide them. */

import type { CodePort } from "./editor/codeIntelligence";
import type { DebugPort } from "./editor/debugging";
import type { EditorTestsPort } from "./editor/editorTests";
import type { NotebookPort } from "./editor/notebooks";
import type { FileNamesPort } from "./fileNames";
import type { FilePort } from "./files";
import type { RuntimePort } from "./runtimes";
import type { SearchPort } from "./search";
import type { SecretPort, ShellPort } from "./shell";
import type { WebPort } from "./web";

/** The machine. */
export interface Host {
  readonly files: FilePort;
  readonly shell: ShellPort;
  readonly search: SearchPort;
  /** Absent where files have one name each. */
  readonly fileNames?: FileNamesPort;
  /** Absent where no network is to be had. */
  readonly web?: WebPort;
  /** Absent where no commands run. */
  readonly runtimes?: RuntimePort;
  /** Absent where nobody can give any. */
  readonly secrets?: SecretPort;
  /** Absent where no editor knows the files. */
  readonly code?: CodePort;
  /** Absent where no editor debugs programs. */
  readonly debugging?: DebugPort;
  /** Absent where no editor runs notebooks. */
  readonly notebooks?: NotebookPort;
  /** Absent where no editor has tests. */
  readonly tests?: EditorTestsPort;
  /**
   * Why a tool cannot work on this machine, as a sentence that says what to do instead; undefined where it can. Absent where
   * all can.
   * @param tool Tool.name.
   */
  lacks?(tool: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}
