import type { SearchPort, SearchScope } from "../../ports/search";
import { childOf, isInside } from "../../vocabulary/paths";
import type { Guard } from "./guard";
import type { PlannedTargets } from "./plannedTargets";

/** Searches in planned folders, and shows nothing of what is closed there. */
export function plannedSearch(guard: Guard, targets: PlannedTargets): SearchPort {
  const { search } = guard.host;
  const searchable = async (scope: SearchScope) => {
    await (scope.file ? targets.readable(scope.file) : targets.listable(scope.directory));
    const own = targets.ownBelow(scope.directory);
    if (targets.hidesNothing(own)) return scope;
    const isLeftOut = (real: string) => own !== undefined && isInside(own, real);
    return { ...scope, isClosed: (real: string) => isLeftOut(real) || targets.isClosed(real, false) };
  };
  const noteBelow = ({ directory }: SearchScope, found: readonly { readonly path: string }[]) => {
    for (const path of new Set(found.map((one) => one.path))) guard.noteFound?.(childOf(directory, path));
  };
  /** What was found without what has another name that matters; a single file was judged by all of its names. */
  const withoutHidden = async <T extends { readonly path: string }>(
    { directory, file }: SearchScope,
    found: readonly T[],
  ): Promise<readonly T[]> => {
    if (file) return found;
    const realOf = ({ path }: T) => childOf(directory, path).real;
    const hidden = await guard.hiddenByOtherNames([...new Set(found.map(realOf))]);
    return hidden.size === 0 ? found : found.filter((one) => !hidden.has(realOf(one)));
  };
  return {
    findFiles: async (scope, glob, limit) => search.findFiles(await searchable(scope), glob, limit),
    async searchText(scope, pattern, limit, context) {
      const found = await search.searchText(await searchable(scope), pattern, limit, context);
      const lines = await withoutHidden(scope, found.lines);
      noteBelow(scope, lines);
      return { ...found, lines };
    },
    async matchingFiles(scope, pattern, limit) {
      const found = await search.matchingFiles(await searchable(scope), pattern, limit);
      const files = await withoutHidden(scope, found.files);
      noteBelow(scope, files);
      return { ...found, files: [...files] };
    },
    passedOver: async (scope) => search.passedOver(await searchable(scope)),
    ignoredNames: async (directory, names) => search.ignoredNames(await targets.listable(directory), names),
    whyIgnored: async (directory, place) => search.whyIgnored(await targets.listable(directory), place),
  };
}
