/** gh: all that it looks at is on a server, so only what it tells about itself runs unasked (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import { asking, type KnownProgram } from "./program";

const looking =
  /^(?:(?:pr|issue|release|repo|gist|label|run|workflow|cache|ruleset|project|variable) (?:view|list|diff|checks|status)|search \w+|status|auth status)$/;

/** Only for its own subcommands: of others it may be an extension that answers. */
const telling =
  /^(?:--version|version|(?:(?:pr|issue|repo|release|run|workflow|gist|search|auth|api)(?: \w+)? )?--help)$/;

/** See {@link KnownProgram}. */
export const githubPrograms: readonly KnownProgram[] = [
  {
    names: ["gh"],
    noOptions: true,
    operands: ({ words }) => {
      if (telling.test(words.map(({ value = "?" }) => value).join(" "))) return {};
      const [noun = "", verb = ""] = words.map(({ value = "" }) => value);
      return looking.test(noun) || looking.test(`${noun} ${verb}`)
        ? asking(
            clause`it only reads, but needs the network and the person's GitHub sign-in, which commands that run without asking do not get`,
          )
        : asking(clause`${`gh ${noun} ${verb} `.replace(/ +/g, " ").slice(0, -1)} may change something at GitHub`);
    },
    readOnly: ["gh --version", "gh --help", "gh pr --help", "gh pr list --help"],
    asks: [
      "gh",
      "gh pr view 12",
      "gh issue list",
      "gh run list",
      "gh pr merge 12",
      "gh api x",
      "gh pr checkout 12",
      "gh $x --help",
    ],
  },
];
