/** In the place of node/ignore/gitFacts.ts: nobody's git configuration is known, so its defaults hold. */
import type { GitFacts } from "../../node/ignore/gitFacts";

const defaults: GitFacts = { excludesFile: "", isNamedByRepository: false, ignoreCase: false };

export const gitFacts = async (): Promise<GitFacts> => defaults;
export const personFacts = gitFacts;
