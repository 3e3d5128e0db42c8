import * as z from "zod";
import type { WriteEffect } from "../core/effect";
import { shownPath } from "../core/shownPath";
import { defineTool } from "../core/tool";
import { fileToRemove, isKnown, mustBeFree } from "./existingFile";
import { path } from "./parameters";

/** What move_file did, for dialects that word it themselves. */
export interface MoveData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Absolute path of the file's new place, as named. */
  readonly newPath: string;
  readonly newShown: string;
}

export const moveFile = defineTool({
  name: "move_file",
  displayName: "Move File",
  summary: "Move or rename a file, undoable",
  description:
    "Moves or renames one file of any kind, missing folders included; it keeps its bytes and permissions. The new path must be free. Folders are not moved: move their files one by one, or use run_command.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "move rename mv relocate",
  },
  touches: ["read", "write"],
  input: z.object({
    path,
    new_path: z.string().min(1).describe("Where it shall be: the whole new path, with the file's name."),
  }),
  /** Moving keeps every byte, so the agent need not have read them (D-10); it knows the file afterwards if it did before. */
  async plan({ path, new_path }, context) {
    const target = await context.host.resolve(path);
    const { bytes, stat } = await fileToRemove(target, context, false);
    const place = await context.host.resolve(new_path);
    await mustBeFree(place, context);
    const known = isKnown(target, stat, context);
    const { mode, links } = stat;
    const kept = mode !== undefined && { mode };
    const create: WriteEffect = { kind: "write", target: place, before: undefined, after: bytes, ...kept };
    const remove: WriteEffect = { kind: "write", target, before: bytes, after: undefined, ...kept };
    const data: MoveData = {
      path: shownPath(target.path),
      shown: target.shown,
      newPath: shownPath(place.path),
      newShown: place.shown,
    };
    return {
      title: `Move ${target.shown} to ${place.shown}`,
      effects: [create, remove],
      notes: links > 1 ? [`This file has ${links} hard links: its other names keep the old file.`] : [],
      async run({ host, session }) {
        await host.write(create, remove);
        if (!known) session.forget(place.real);
        return { text: `Moved ${target.shown} to ${place.shown}.`, isError: false, data };
      },
    };
  },
});
