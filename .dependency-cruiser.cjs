/** Who may import whom (src/README.md). Everything that is not named here is forbidden. */
const room = (name) => `^src/${name}/`;
const only = (name, ...allowed) => ({
  name: `${name}-imports`,
  comment: `src/${name} may import only: ${allowed.join(", ")}`,
  severity: "error",
  from: { path: room(name) },
  to: { pathNot: [room(name), ...allowed] },
});
const library = (name) => `(^|/)node_modules/${name}/`;
/** For rooms that may use Node's own modules. */
const withNode = (rule) => ({ ...rule, to: { ...rule.to, dependencyTypesNot: ["core"] } });

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    only("core", library("zod")),
    only("edits", room("core"), library("diff"), library("iconv-lite"), library("jschardet"), "^buffer$"),
    only("shell", room("core"), library("unbash")),
    only("globs", room("core")),
    only("testRuns", room("core"), room("edits")),
    only("dialects", room("core"), room("tools"), library("zod")),
    {
      name: "dialects-take-only-types-from-tools",
      severity: "error",
      from: { path: room("dialects") },
      to: { path: room("tools"), dependencyTypesNot: ["type-only"] },
    },
    only("policy", room("core"), room("shell"), room("globs"), library("ipaddr.js"), library("jsonc-parser")),
    only(
      "hooks",
      room("core"), room("edits"), room("globs"), room("policy"), "^toolcrib-api\\.d\\.ts$", library("zod"),
    ),
    only("extensions", room("core"), "^toolcrib-api\\.d\\.ts$", library("zod")),
    only("tools", room("core"), room("edits"), room("media"), room("shell"), room("globs"), room("testRuns"), room("pages"), room("searching"), library("zod")),
    withNode(only(
      "media",
      room("core"), room("edits"),
      library("zod"), library("@silvia-odwyer/photon-node"), library("@jsquash/avif"), library("image-size"), library("unpdf"),
    )),
    only("agent", room("core"), library("zod")),
    withNode(only(
      "workspaces",
      room("core"), room("node"), room("globs"), room("edits"), library("croner"), library("yaml"), library("zod"),
    )),
    only("review", room("core"), room("edits"), "^url$"),
    withNode(only(
      "node",
      room("core"), room("globs"), library("fast-glob"), library("undici"),
    )),
    withNode(only(
      "pages",
      room("core"), room("edits"),
      library("parse5"), library("@mozilla/readability"), library("@mixmark-io/domino"), library("htmlparser2"), library("@exodus/bytes"),
    )),
    only("searching", room("core")),
    withNode(only(
      "headless",
      room("core"), room("agent"), room("node"), room("workspaces"), room("shell"), room("review"), "^src/crib\\.ts$",
      library("@modelcontextprotocol/sdk"),
    )),
    withNode(only(
      "vscode",
      room("core"), room("agent"), room("workspaces"), room("node"), room("edits"), room("extensions"), room("shell"), room("review"),
      room("testRuns"), "^vscode$", library("@types/vscode"),
    )),
    {
      name: "a-tool-knows-no-other",
      severity: "error",
      from: { path: "^src/tools/", pathNot: "^src/tools/(index|execTools)\\.ts$" },
      to: { path: "^src/tools/", pathNot: "^src/tools/(parameters|existingFile|searchedPlaces|commandOutput|commandText|commandRun|fileCommand|integrationFolder|integrationTemplates|runToEnd|startFolder|testReport|unansweredQuestion|webParameters|webPage|webPart|webRedirect|webResult|clientRedirect|webMedia|searchRequest|fetchFailure|downloadName|systemIgnore|emptySearchText|binaryFile|searchData|searchedText|passedOver)\\.ts$" },
    },
    {
      name: "vscode-only-in-its-adapter",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/vscode/", "^src/(extension|toolroom|windowCribs)\\.ts$"] },
      to: { path: ["^vscode$", library("@types/vscode")] },
    },
    {
      name: "nobody-imports-a-composition-root",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(extension|toolroom|windowCribs|headless|library)\\.ts$", "^src/headless/machine\\.ts$"] },
      to: { path: "^src/[^/]+\\.ts$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
