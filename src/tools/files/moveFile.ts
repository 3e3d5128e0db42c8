import * as z from "zod";
import { defineTool } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { path } from "../parameters";
import { fileToRemove, isKnown, mustBeFree } from "./existingFile";

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
  summary: "Move or rename a file; can be undone",
  description:
    "Moves or renames one file of any kind, creating missing folders; its bytes and permissions stay the same. The new path must not exist. It does not move folders: move their files one by one, or use run_command.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "move rename mv relocate",
  },
  effectKinds: ["read", "write"],
  input: z.object({
    path,
    new_path: z.string().min(1).describe("The full new path, including the file name."),
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
      notes: links > 1 ? [`This file has ${links} hard links: its other names stay where they are.`] : [],
      async run({ host, session }) {
        await host.write(create, remove);
        if (!known) session.forget(place.real);
        return { text: `Moved ${target.shown} to ${place.shown}.`, isError: false, data };
      },
    };
  },
});
