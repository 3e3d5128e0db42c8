import { messageOf, ToolError, type ToolErrorCode } from "../../core/vocabulary/toolError";

const known: Readonly<Record<string, readonly [ToolErrorCode, string]>> = {
  ENOENT: ["not_found", "does not exist: check the path, or find it with find_files"],
  ENOTDIR: ["not_found", "does not exist, because a part of its path is a file: check the path"],
  EISDIR: ["is_directory", "is a folder, not a file: list it with list_directory"],
  EACCES: ["unreadable", "may not be accessed (EACCES): the permissions of the file or its folder forbid it"],
  EPERM: ["unreadable", "may not be accessed (EPERM): the system forbids it"],
  ENOSPC: ["unwritable", "was not written because the disk is full (ENOSPC): it is as it was before"],
  EROFS: ["unwritable", "was not written because its file system is read-only (EROFS)"],
  ENAMETOOLONG: ["invalid_input", "has a name that is too long for this system: use a shorter one"],
  ELOOP: ["unreadable", "is a symbolic link loop (ELOOP)"],
  EXDEV: ["unwritable", "was not written because its folder spans file systems"],
};

/** A file system's failure as a sentence for a model. */
export function fileError(error: unknown, shown: string): ToolError {
  if (error instanceof ToolError) return error;
  const systemCode = (error as NodeJS.ErrnoException)?.code ?? "";
  const [code, words] = known[systemCode] ?? ["internal", `could not be used (${messageOf(error)})`];
  return new ToolError(code, `${shown} ${words}.`, { path: shown, code: systemCode });
}
