/** Secrets that people give to integrations: where they are kept, and which may be (EX-1). */
import type { SecretPort } from "../../core/ports/shell";
import type { GivenSecrets } from "../../core/vocabulary/program";
import { ToolError } from "../../core/vocabulary/toolError";

/** Whose secrets they are. */
export type SecretOwner = Pick<GivenSecrets, "workspace" | "integration">;

/** A place that keeps them. All of it throws ToolError `unavailable` where it cannot be used. */
export interface SecretStore extends SecretPort {
  set(of: SecretOwner, name: string, value: string): Promise<void>;
  /** @returns false when there was none. */
  remove(of: SecretOwner, name: string): Promise<boolean>;
}

/** Bytes of a secret; shorter ones would be taken out of words that have nothing to do with them. */
const size = { least: 4, most: 64 * 1024 } as const;

/** Why a value cannot be kept as a secret, as one sentence; undefined when it can. */
export function secretProblem(value: string): string | undefined {
  const bytes = Buffer.byteLength(value);
  if (value.trim() !== value) return "A secret cannot begin or end with a blank or a line break.";
  if (bytes < size.least) return `A secret must have at least ${size.least} characters.`;
  if (bytes > size.most) return `A secret can have at most ${size.most} bytes.`;
  return value.includes("\0") ? "A secret cannot contain a NUL character." : undefined;
}

/** @throws ToolError `invalid_input` for a value that cannot be kept. */
export function checkSecret(value: string): void {
  const problem = secretProblem(value);
  if (problem !== undefined) throw new ToolError("invalid_input", problem);
}

/** One name for each secret of this machine. */
export const secretKey = ({ workspace, integration }: SecretOwner, name: string): string =>
  `toolcrib/${workspace}/${integration}/${name}`;
