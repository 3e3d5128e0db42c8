/** A tool that an agent made, as it runs: from its approved files, held to what it asked for (CT-2). */

import { clause } from "../text/clauses/clause";

/** What a tool may do beside answering. */
export interface Permissions {
  /** What it may change: nothing, or the workspace folders, as commands may. */
  readonly writes: "none" | "workspace";
  /** What of the workspace folders it finds there. */
  readonly reads: "none" | "workspace";
  /** Hosts it may reach, as far as the policy lets commands reach them; see `toolcrib.web.allowedHosts` and `allowLocal`. */
  readonly network: readonly string[];
}

/** Secrets that a program gets as environment variables or as files; their values are nowhere but in the store (EX-1). */
export interface GivenSecrets {
  /** Name of the agent's workspace that the integration is in. */
  readonly workspace: string;
  readonly integration: string;
  /** Names of all of them, in order. */
  readonly names: readonly string[];
  /** Of these, those that it gets as files; absent: none. */
  readonly asFiles?: readonly string[];
}

/** What a command is the run of. */
export interface Program {
  /** Name of the tool. */
  readonly tool: string;
  /** Names the approved bytes. */
  readonly digest: string;
  /** Real path of the folder that holds a copy of them, where no tool and no command can change it. */
  readonly folder: string;
  readonly permissions: Permissions;
  /** The file in which it asks for them, for people and models; absent: `tool.json`. */
  readonly askedIn?: string;
  /** True when a person let it talk to the hosts that it asked for with their word on its bytes; what is denied stays so. */
  readonly isGranted?: true;
  /** Absent: it gets none. */
  readonly secrets?: GivenSecrets;
  /** Real path of a folder with what it depends on, which it finds there and cannot change; absent: there is none. */
  readonly dependencies?: string;
}

/** The variable in which a program finds the path of a secret that it gets as a file. */
export const secretFileVariable = (name: string): string => `${name}_FILE`;

/** For people and models: where a session's data comes from that had a secret. */
export const secretSource = ({ integration, names }: GivenSecrets): string =>
  `${names.length === 1 ? "the secret" : "the secrets"} ${names.join(", ")} of ${integration}`;

/** See {@link Program.askedIn}. */
export const askingFile = ({ askedIn = "tool.json" }: Program): string => askedIn;

/** The variable in which a program finds the folder of its files. */
export const programFolderVariable = "TOOLCRIB_TOOL";

/** One line for each kind of permission, in words for the person who is to approve them. */
export const permissionLines = ({ writes, reads, network }: Permissions): string[] => [
  writes === "workspace"
    ? clause`It may change files in the workspace folders, except protected ones.`
    : clause`It cannot change any file.`,
  reads === "workspace"
    ? clause`It may read the workspace folders, except files listed in .toolcribignore.`
    : clause`It cannot read the workspace folders.`,
  network.length === 0
    ? clause`It cannot connect to any host.`
    : clause`It may connect to ${network.join(", ")}, as far as your settings allow.`,
];
