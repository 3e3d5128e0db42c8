import * as vscode from "vscode";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { virtualFolderOf } from "./virtualFiles";

/** The address of a resolved path, on the disk or in a virtual folder. */
export const fileUri = ({ real, root }: ResolvedPath): vscode.Uri => {
  const folder = virtualFolderOf(real);
  return folder && folder.uri.path === root ? folder.uri.with({ path: real }) : vscode.Uri.file(real);
};
