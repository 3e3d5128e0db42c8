/** Descriptions of builds that a common extension evaluates by itself when a folder is opened or such a file is saved (D-7). */

const list = (text: string) => text.trim().split(/\s+/);

/** By their folded names. Some formats are programs; others name what is fetched and run, everywhere in them. */
export const buildFiles: readonly string[] = [
  // Gradle for Java and Kotlin's server run the scripts to learn of the project, and fetch the plugins of a catalogue.
  ...list("*.gradle *.gradle.* *.versions.toml gradle-daemon-jvm.properties"),
  // Java's server runs annotation processors of the workspace where these say so.
  ...list(".factorypath org.eclipse.jdt.apt.core.prefs"),
  // CMake Tools configures on opening and on saving; vcpkg builds packages meanwhile.
  ...list("cmakelists.txt *.cmake cmakepresets.json cmakeuserpresets.json vcpkg.json vcpkg-configuration.json"),
  // Makefile Tools has make say what it would do, for which make runs what is in $(shell).
  ...list("*.mk"),
  // Meson's extension configures on opening, which runs run_command; a wrap names what is fetched.
  ...list("meson.build *.wrap"),
  // Bazel's extension queries the targets, for which repository rules run.
  ...list("workspace workspace.bazel workspace.bzlmod module.bazel build.bazel *.bzl"),
  // Metals imports what sbt and Mill say, with the options for Java of these files.
  ...list("*.sbt .sbtopts .sbtrc .jvmopts build.sc build.mill* .mill-jvm-opts"),
  // ElixirLS evaluates the project and its lock, ELP that of rebar3.
  ...list("mix.exs mix.lock .formatter.exs rebar.config*"),
  // Swift's extension resolves the package, for which its manifest is run.
  ...list("package.swift package@*.swift"),
  // OCaml's server asks dune, whose files may be OCaml, or starts the preprocessors of .merlin.
  ...list("dune dune-project dune-workspace dune.inc .merlin"),
  // C# Dev Kit evaluates projects, restores packages from these feeds, and loads what they bring into the build.
  ...list("*.*proj *.projitems *.props *.targets directory.build.rsp msbuild.rsp global.json nuget.config"),
  // Ruby LSP starts through Bundler, which evaluates these.
  ...list("gemfile gems.rb *.gemfile *.gemspec"),
  // Rust-analyzer runs build scripts and procedural macros.
  ...list("build.rs rust-project.json .rust-project.json rust-analyzer.toml .rust-analyzer.toml"),
  // Haskell's server asks Cabal or Stack, which run setup programs.
  ...list("*.cabal cabal.project* stack*.yaml package.yaml setup.hs hie.yaml"),
  // The servers of Zig and Lean run the build to learn of its modules; Lean's is fetched as the last one says.
  ...list("build.zig* lakefile.* lake-manifest.json lean-toolchain"),
  // The servers of Nim and Clojure run these to find paths.
  ...list("*.nims *.nimble nim.cfg project.clj build.boot"),
  // XMake's extension and PlatformIO run scripts of the project on opening.
  ...list("xmake.lua platformio.ini"),
];

/** The same, by folded paths below a root. */
const buildPlaces: readonly RegExp[] = [
  // Says how language servers are to build.
  /(?:^|\/)\.bsp\/[^/]+\.json$/,
  // Code of Gradle's scripts, which is compiled and run before them.
  /(?:^|\/)(?:buildsrc|build-logic)\//,
  // Code of sbt's, and which sbt is fetched.
  /(?:^|\/)project\/(?:.+\.(?:scala|java)|build\.properties)$/,
  // Mix evaluates its settings with the project.
  /(?:^|\/)config\/[^/]+\.exs$/,
  // A gemspec asks this for the version; Ruby LSP loads add-ons that it finds in the workspace.
  /(?:^|\/)lib\/(?:.+\/)?version\.rb$/,
  /(?:^|\/)ruby_lsp\/(?:.+\/)?addon\.rb$/,
  // Names the program that tells Clojure's server its paths.
  /(?:^|\/)\.lsp\/config\.edn$/,
  // Makefile Tools looks at the top alone; elsewhere these are mostly written by a build.
  /^(?:gnu)?makefile$/,
];

/** What a run of CMake writes beside what it builds. */
const writtenByCmake = /(?:^|\/)(?:cmakefiles\/.+|cmake_install|ctesttestfile)\.cmake$/;

/** By a folded path, for what its name alone does not tell. @returns undefined where the name decides. */
export function isBuildPlace(path: string): boolean | undefined {
  if (writtenByCmake.test(path)) return false;
  return buildPlaces.some((place) => place.test(path)) || undefined;
}

/** Folders in which {@link isBuildPlace} finds something. */
const buildFolders: ReadonlySet<string> = new Set(list(".bsp buildsrc build-logic project config lib ruby_lsp .lsp"));

/** True for a folded path that, as a link to a folder, gives other code such a place. */
export const isBuildFolder = (path: string): boolean => buildFolders.has(path.split("/").at(-1) as string);
