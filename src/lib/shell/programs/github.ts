/** gh: all that it looks at is on a server, so nothing of it runs unasked (D-13). */
import { asking, type KnownProgram } from "./program";

const looking =
  /^(?:(?:pr|issue|release|repo|gist|label|run|workflow|cache|ruleset|project|variable) (?:view|list|diff|checks|status)|search \w+|status|auth status)$/;

/** See {@link KnownProgram}. */
export const githubPrograms: readonly KnownProgram[] = [
  {
    names: ["gh"],
    noOptions: true,
    operands: ({ words }) => {
      const [noun = "", verb = ""] = words.map(({ value = "" }) => value);
      return looking.test(noun) || looking.test(`${noun} ${verb}`)
        ? asking(
            "it only reads, but needs the network and the person's GitHub sign-in, which commands that run without asking do not get",
          )
        : asking(`gh ${noun} ${verb} may change something at GitHub`.replace(/ +/g, " "));
    },
    readOnly: [],
    asks: ["gh", "gh pr view 12", "gh issue list", "gh run list", "gh pr merge 12", "gh api x", "gh pr checkout 12"],
  },
];
