/**
 * Who may import whom (src/README.md):
 * entries, headless → composition → dialects → features → vscode, tools, policy, node → lib → core.
 * What is not allowed here is forbidden.
 */
const { readFileSync } = require("node:fs");

const room = (name) => `^src/${name}/`;
const library = (name) => `(^|/)node_modules/${name}/`;

const only = (name, ...allowed) => ({
  name: `${name.replaceAll("/", "-")}-imports`,
  comment: `src/${name} may import only: ${allowed.join(", ")}`,
  severity: "error",
  from: { path: room(name) },
  to: { pathNot: [room(name), ...allowed] },
});
/** For rooms that may use Node's own modules. */
const withNode = (rule) => ({ ...rule, to: { ...rule.to, dependencyTypesNot: ["core"] } });

/** Each may import what stands before it, and nothing that stands after it. */
const downwardsOnly = (folder, rooms) =>
  rooms.slice(0, -1).map((name, index) => ({
    name: `${folder}-${name}-looks-down`,
    comment: `src/${folder}/${name} may not import what stands after it in .dependency-cruiser.cjs`,
    severity: "error",
    from: { path: room(`${folder}/${name}`) },
    to: { path: `^src/${folder}/(${rooms.slice(index + 1).join("|")})/` },
  }));

const core = [
  ...["text", "util", "vocabulary", "ports", "settings", "rules"],
  ...["session", "journal", "jobs", "tools", "calls"],
];

const features = [
  ...["status", "needsYou", "questions", "memory", "git", "servers", "tests", "notebooks", "debugging", "preview", "codeIntelligence", "audit", "tasks"],
  ...["extensionTools", "hooks", "confidentiality", "mcpServer", "approvedFolders", "undo"],
  ...["workspaces", "madeTools", "skills", "schedules", "integrations", "review", "planMode", "approvals", "toolCalls"],
  ...["webSearch", "builtInTools", "diagnosis"],
  ...["worktrees", "subAgents", "palette", "chat", "sample"],
];

const libraries = {
  edits: ["diff", "iconv-lite", "jschardet"],
  expressions: [],
  git: [],
  globs: [],
  launches: ["jsonc-parser"],
  media: ["zod", "@silvia-odwyer/photon-node", "@jsquash/avif", "image-size", "unpdf"],
  modelLoop: ["zod"],
  notebooks: ["jsonc-parser"],
  pages: ["parse5", "@mozilla/readability", "@mixmark-io/domino", "htmlparser2", "@exodus/bytes"],
  shell: ["unbash"],
  testRuns: ["htmlparser2"],
};

/** The files of all tools, as they are listed. */
const toolFiles = [...readFileSync("src/composition/allTools.ts", "utf8").matchAll(/^import \{.* from "\.\.\/((?:tools|features)\/[^"]+)"/gm)]
  .map(([, file]) => `^src/${file}\\.ts$`);

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    only("core", library("zod")),
    ...downwardsOnly("core", core),
    ...Object.entries(libraries).map(([name, used]) =>
      withNode(only(`lib/${name}`, room("core"), room("lib/edits"), ...used.map(library))),
    ),
    only("policy", room("core"), room("lib/git"), room("lib/shell"), room("lib/globs"), room("lib/expressions"), library("ipaddr.js"), library("jsonc-parser")),
    only("tools", room("core"), room("lib"), library("zod")),
    {
      name: "a-browser-has-no-node",
      comment: "src/browser takes no module of Node, and of src/node what reads files through the port.",
      severity: "error",
      from: { path: room("browser") },
      to: { dependencyTypes: ["core"] },
    },
    only("browser", room("core"), "^src/node/(ignore|search)/", ...["re2js", "buffer", "@noble/hashes"].map(library)),
    withNode(only("node", room("core"), room("lib/git"), room("lib/globs"), library("fast-glob"), library("undici"), library("vscode-languageserver-protocol"))),
    withNode(
      only("vscode", room("core"), room("lib"), room("node"), "^vscode$", library("@types/vscode")),
    ),
    withNode(
      only(
        "features",
        ...["core", "lib", "policy", "tools", "node", "vscode"].map(room),
        ...["^toolcrib-api\\.d\\.ts$", "^vscode$", library("@types/vscode")],
        ...["croner", "yaml", "zod"].map(library),
      ),
    ),
    ...downwardsOnly("features", features),
    {
      name: "a-feature-knows-no-machine",
      comment: "What a feature does on the disk is in its folder node, what it shows in its folder vscode.",
      severity: "error",
      from: { path: "^src/features/[^/]+/([^/]+|services/[^/]+)$" },
      to: { path: ["^src/(node|vscode)/", "^src/features/[^/]+/(node|vscode)/"] },
    },
    {
      name: "what-is-on-the-disk-shows-nothing",
      severity: "error",
      from: { path: "^src/features/[^/]+/node/" },
      to: { path: ["^src/vscode/", "^src/features/[^/]+/vscode/"] },
    },
    only("dialects", room("core"), room("tools"), room("features"), library("zod")),
    {
      name: "dialects-take-only-types-of-tools",
      severity: "error",
      from: { path: room("dialects"), pathNot: "flytoAgents" },
      to: { path: [room("tools"), room("features")], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "a-tool-knows-no-other",
      severity: "error",
      // The workspace's own file tools are the ordinary ones, with their paths bound to it (EX-4).
      from: { path: toolFiles, pathNot: "/execTools\\.ts$" },
      to: { path: toolFiles },
    },
    withNode(
      only(
        "headless",
        ...["core", "lib", "node", "features", "composition"].map(room),
        library("@modelcontextprotocol/sdk"),
      ),
    ),
    {
      name: "nobody-imports-composition",
      comment: "Only the entries and src/headless put the product together.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: ["^src/(composition|headless)/"] },
      to: { path: "^src/(composition|headless)/" },
    },
    {
      name: "nobody-imports-an-entry",
      severity: "error",
      from: { path: "^src/[^/]+/" },
      to: { path: "^src/[^/]+\\.ts$", pathNot: "\\.d\\.ts$" },
    },
    {
      name: "vscode-only-in-folders-of-that-name",
      severity: "error",
      from: { path: "^src/", pathNot: ["/vscode/", "^src/(extension|window|browserExtension)\\.ts$"] },
      to: { path: ["^vscode$", library("@types/vscode")] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
