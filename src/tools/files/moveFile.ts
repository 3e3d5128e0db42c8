import * as z from "zod";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { path } from "../parameters";
import { counted } from "../search/searchedText";
import { fileToRemove, isKnown, mustBeFree } from "./existingFile";
import { changedLines } from "./languageEdits";
import { movedImports } from "./movedImports";

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
    "Moves or renames one file of any kind, creating missing folders; its bytes and permissions stay the same. Where a language server is configured, the paths in imports are updated as well. The new path must not exist. It does not move folders: move their files one by one, or use run_command.",
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
    if (place.path === target.path)
      throw new ToolError("no_change", `${target.shown} has this path already, so nothing was moved.`);
    await mustBeFree(place, context);
    const known = isKnown(target, stat, context);
    const { mode, links } = stat;
    const kept = mode !== undefined && { mode };
    const { own, others, notes } = await movedImports(target, place, context);
    const after = own?.effect.after ?? bytes;
    const create: WriteEffect = { kind: "write", target: place, before: undefined, after, ...kept };
    const remove: WriteEffect = { kind: "write", target, before: bytes, after: undefined, ...kept };
    const data: MoveData = {
      path: shownPath(target.path),
      shown: target.shown,
      newPath: shownPath(place.path),
      newShown: place.shown,
    };
    return {
      title:
        others.length > 0
          ? actionTitle`Move ${target.shown} to ${place.shown} and update paths`
          : actionTitle`Move ${target.shown} to ${place.shown}`,
      effects: [create, remove, ...others.map(({ effect }) => effect)],
      notes: [
        ...(links > 1 ? [clause`This file has ${links} hard links: its other names stay where they are.`] : []),
        ...new Set([...notes, ...others.flatMap((file) => file.notes)]),
      ],
      async run({ host, session, traits }) {
        await host.write(create, remove, ...others.map(({ effect }) => effect));
        if (!known) session.forget(place.real);
        for (const { effect, isKnown } of others) if (!isKnown) session.forget(effect.target.real);
        const updated = [
          ...(own ? [{ shown: place.shown, lines: own.lines }] : []),
          ...others.map(({ effect, lines }) => ({ shown: effect.target.shown, lines })),
        ];
        const text = [
          `Moved ${target.shown} to ${place.shown}.`,
          ...(updated.length > 0 ? [`Updated paths in ${counted(updated.length, "file")}:`] : []),
          ...changedLines(updated, traits.listCharacters),
          ...notes.map((note) => `[${note}]`),
        ].join("\n");
        return { text, isError: false, data };
      },
    };
  },
});
