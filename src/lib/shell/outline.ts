/** The simple commands of a text as the tree they stand in, for people. */
import type { CommandAnalysis, SimpleCommand } from "./words/types";

/** One line of the outline: a simple command, or what holds several of them. */
export interface OutlineItem {
  /** How many items it is inside of. */
  readonly depth: number;
  /** Its place among the commands of the analysis, or what kind of group it is. */
  readonly is: number | "pipeline" | "list";
}

interface Group {
  readonly id: number;
  readonly is: "pipeline" | "list";
}

/** The pipelines and lists around a command, outermost first: ids are given on the way in. */
function groupsAround({ place }: SimpleCommand, joining: ReadonlySet<number>): Group[] {
  const pipes = place.pipes.map(({ id }): Group => ({ id, is: "pipeline" }));
  const lists = place.chains.filter(({ id }) => joining.has(id)).map(({ id }): Group => ({ id, is: "list" }));
  return [...pipes, ...lists].sort((a, b) => a.id - b.id);
}

/** Every command, pipeline and list joined by `&&` or `||`, in source order; substitutions are inside of their command. */
export function outlineOf({ commands }: CommandAnalysis): OutlineItem[] {
  const joining = new Set(
    commands.flatMap(({ place }) => place.chains.filter(({ member }) => member > 0).map(({ id }) => id)),
  );
  const around = commands.map((command) => groupsAround(command, joining));
  /** How deep in substitutions a group itself is. */
  const nestings = new Map<number, number>();
  for (const [at, groups] of around.entries())
    for (const { id } of groups)
      nestings.set(id, Math.min(nestings.get(id) ?? Number.POSITIVE_INFINITY, commands[at]?.nesting ?? 0));
  const shown = new Set<number>();
  /** Levels of the items that the next one may be inside of; those of what is not shown itself are missing. */
  const open: number[] = [];
  const items: OutlineItem[] = [];
  const add = (level: number, is: OutlineItem["is"]) => {
    while ((open.at(-1) ?? -1) >= level) open.pop();
    items.push({ depth: open.length, is });
    open.push(level);
  };
  for (const [at, { nesting }] of commands.entries()) {
    const groups = around[at] ?? [];
    for (const [outer, { id, is }] of groups.entries()) if (!shown.has(id)) add(outer + (nestings.get(id) ?? 0), is);
    for (const { id } of groups) shown.add(id);
    add(groups.length + nesting, at);
  }
  return items;
}
