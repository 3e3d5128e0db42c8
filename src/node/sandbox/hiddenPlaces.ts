/** What no command may see: credentials, the crib's own state, and sockets of programs outside (D-15). */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Confinement } from "../../core/confinement";
import type { Mount } from "./mount";

const names = (text: string) => text.trim().split(/\s+/);

/** Below a home folder, beside what the policy's patterns for secrets find there. */
const homePlaces: readonly string[] = [
  ...names(".ssh .gnupg .aws .azure .kube .docker .netrc .git-credentials .npmrc .pypirc .pgpass .vault-token .pki"),
  ...names(".password-store .terraform.d .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml"),
  ...names(".gradle/gradle.properties .composer/auth.json .colima .lima .rd .orbstack .mozilla .thunderbird"),
  ...names(".local/share/keyrings .local/share/kwalletd .local/share/containers .local/share/toolcrib"),
  ...names(".codex/auth.json .claude/.credentials.json .gemini/oauth_creds.json .qwen/oauth_creds.json"),
  ...["gcloud", "gh", "hub", "git/credentials", "op", "1Password", "rclone", "doctl", "github-copilot", "chromium"].map(
    (name) => `.config/${name}`,
  ),
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

/** Sockets of this machine that have a name in the file system: a read-only mount does not keep anyone from talking to them. */
async function boundSockets(): Promise<string[]> {
  const table = await readFile("/proc/net/unix", "utf8").catch(() => "");
  const paths = table.split("\n").flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => !elsewhere.test(path));
}

async function secretsIn(folder: string, { isSecret }: Confinement): Promise<string[]> {
  const found = await readdir(folder).catch(() => []);
  return found.map((name) => join(folder, name)).filter(isSecret);
}

async function hidden(path: string): Promise<Mount | undefined> {
  try {
    const real = await realpath(path);
    return { kind: "hidden", path: real, isFolder: (await stat(real)).isDirectory() };
  } catch {
    // What is not there, or may not even be examined, needs no hiding.
    return undefined;
  }
}

/** All of them that exist, by their real paths. */
export async function hiddenPlaces(confinement: Confinement): Promise<Mount[]> {
  const { home, closed } = confinement;
  const secrets = await Promise.all([home, join(home, ".config")].map((folder) => secretsIn(folder, confinement)));
  const places = [
    ...homePlaces.map((place) => join(home, place)),
    ...secrets.flat(),
    ...systemPlaces,
    ...closed,
    ...(await boundSockets()),
  ];
  const mounts = await Promise.all([...new Set(places)].map(hidden));
  return mounts.filter((mount) => mount !== undefined);
}
