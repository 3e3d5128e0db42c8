/** What no command may see: credentials, the crib's own state, and sockets of programs outside (D-15). */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import type { Mount } from "./mount";

const names = (text: string) => text.trim().split(/\s+/);

/** Below a home folder, beside what the policy's patterns for secrets find there. */
const homePlaces: readonly string[] = [
  ...names(".ssh .gnupg .aws .azure .kube .docker .netrc .git-credentials .npmrc .pypirc .pgpass .vault-token .pki"),
  ...names(".password-store .terraform.d .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml"),
  ...names(".gradle/gradle.properties .composer/auth.json .colima .lima .rd .orbstack .mozilla .thunderbird"),
  ...names(".local/share/keyrings .local/share/kwalletd .local/share/containers .local/share/toolcrib"),
  ...names(
    ".local/share/uv/credentials .cache/huggingface/token .cache/huggingface/stored_tokens .my.cnf .mylogin.cnf .s3cfg .boto .oci .databrickscfg .kaggle",
  ),
  ...names(".sbt/.credentials .ivy2/.credentials .fly .config/pypoetry/auth.toml"),
  ...names(".codex/auth.json .claude/.credentials.json .gemini/oauth_creds.json .qwen/oauth_creds.json"),
  ...["gcloud", "gh", "hub", "git/credentials", "op", "1Password", "rclone", "doctl", "github-copilot", "chromium"].map(
    (name) => `.config/${name}`,
  ),
  ...["glab-cli", "hcloud", "netlify", "stripe", "sops", "age"].map((name) => `.config/${name}`),
  ...["google-chrome", "microsoft-edge", "BraveSoftware", "composer/auth.json", "configstore", "containers"].map(
    (name) => `.config/${name}`,
  ),
];

/** Whoever is root here owns these and may read them without any capability. */
const systemPlaces: readonly string[] = names(
  "/etc/shadow /etc/gshadow /etc/sudoers /etc/sudoers.d /etc/ssl/private /etc/krb5.keytab /var/lib/docker /var/lib/lxd /var/lib/incus /var/snap/lxd /nix/var/nix/daemon-socket",
);

/** Shown as something else as a whole. */
const elsewhere = /^\/(?:proc|sys|dev|run|tmp|var\/tmp)\//;

/** Empty where there is no such table. */
function boundTable(): string {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch {
    return "";
  }
}

/** Sockets of this machine that have a name in the file system: a read-only mount does not keep anyone from talking to them. */
function boundSockets(): string[] {
  const paths = boundTable()
    .split("\n")
    .flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => !elsewhere.test(path));
}

/** Undefined where the names cannot be listed. */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** Places below a home folder that may be there: most are not, and a list of names tells that at the price of one. */
function likelyPlaces(home: string, found: readonly string[] | undefined): string[] {
  // Some file systems take no note of case.
  const known = found && new Set(found.map((name) => name.toLowerCase()));
  const isLikely = (place: string) => known?.has((place.split("/")[0] as string).toLowerCase()) ?? true;
  return homePlaces.filter(isLikely).map((place) => join(home, place));
}

function hidden(path: string): Mount[] {
  try {
    // Most are not there, which is told without an error's price.
    if (!statSync(path, { throwIfNoEntry: false })) return [];
    const real = realpathSync.native(path);
    return [{ kind: "hidden", path: real, isFolder: statSync(real).isDirectory() }];
  } catch {
    // What is not there, or may not even be examined, needs no hiding.
    return [];
  }
}

/** All of them that exist, by their real paths. In place: forty turns of another thread would take longer than the looks. */
export function hiddenPlaces(confinement: Confinement): Mount[] {
  const { home, closed, isSecret } = confinement;
  const folders = [home, join(home, ".config")] as const;
  const [inHome, inConfig] = [namesIn(folders[0]), namesIn(folders[1])];
  const secrets = [inHome, inConfig].flatMap((found = [], at) =>
    found.map((name) => join(folders[at] as string, name)).filter((path) => isSecret(path)),
  );
  const places = [...likelyPlaces(home, inHome), ...secrets, ...systemPlaces, ...closed, ...boundSockets()];
  return [...new Set(places)].flatMap(hidden);
}
