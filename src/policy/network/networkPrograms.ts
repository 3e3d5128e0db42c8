/** Programs whose work is to send and fetch (HB-4); what else may reach the network is not known by its name. */
import type { SimpleCommand } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";

const names = (text: string) => text.trim().split(/\s+/);

const always = new Set([
  ...names("curl wget wget2 http https xh aria2c axel lynx w3m links elinks ssh scp sftp rsync mosh telnet ftp lftp"),
  ...names("nc ncat netcat socat dig nslookup host drill ping ping6 traceroute tracepath whois mail mailx sendmail"),
  ...names("mutt msmtp swaks rclone s3cmd gsutil twine ngrok cloudflared sshfs ssh-copy-id"),
  ...names("invoke-webrequest iwr invoke-restmethod irm start-bitstransfer test-netconnection resolve-dnsname"),
  ...names("send-mailmessage bitsadmin certutil"),
]);

const packages = names("install i ci add update upgrade publish login audit dlx create info view search download");

/** Programs that do so with some of their subcommands. */
const sometimes: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(names("push fetch pull clone ls-remote send-email svn p4")),
  "git lfs": new Set(names("fetch pull push clone")),
  "git submodule": new Set(names("add update")),
  npm: new Set(packages),
  pnpm: new Set(packages),
  yarn: new Set(packages),
  bun: new Set(packages),
  pip: new Set(packages),
  pip3: new Set(packages),
  pipx: new Set(names("install upgrade inject")),
  uv: new Set(names("add sync lock install tool publish")),
  poetry: new Set(names("install add update lock publish")),
  pipenv: new Set(names("install sync update lock")),
  composer: new Set(names("install require update create-project")),
  bundle: new Set(names("install add update")),
  apt: new Set(names("install update upgrade download")),
  "apt-get": new Set(names("install update upgrade download")),
  brew: new Set(names("install update upgrade fetch")),
  gem: new Set([...packages, "push"]),
  cargo: new Set([...packages, "fetch"]),
  go: new Set(["get", "install"]),
  docker: new Set(names("push pull login build search")),
  podman: new Set(names("push pull login build search")),
  gh: new Set(names("api gist issue pr release repo run secret workflow search auth")),
  glab: new Set(names("api issue mr release repo snippet ci auth")),
  aws: new Set(names("s3 s3api sts lambda ec2 iam secretsmanager ssm sqs sns logs")),
  az: new Set(names("rest storage login webapp keyvault group vm acr")),
  gcloud: new Set(names("storage auth compute functions run secrets builds")),
  kubectl: new Set(names("apply create delete get exec cp logs describe edit patch")),
  helm: new Set(names("install upgrade push pull repo")),
};

/** Options that stand before a subcommand and have their value in the next argument. */
const withValue: ReadonlySet<string> = new Set(
  names(
    "-C -c --git-dir --work-tree --namespace --prefix --dir --cwd -w --workspace -F --filter -n --context -R --repo " +
      "--profile --region -H --host --project --directory --config",
  ),
);

/** The words of a command that are no options: the first is its subcommand. */
function plainWords(args: SimpleCommand["args"]): string[] {
  const values = args.map(({ value = "" }) => value);
  return values.filter((value, at) => !value.startsWith("-") && !withValue.has(values[at - 1] ?? ""));
}

/** True for a command that talks to the network, whether it says to whom or not. */
export function talksToNetwork({ name = "", args }: SimpleCommand): boolean {
  const program = baseName(name)
    .toLowerCase()
    .replace(/\.exe$/, "");
  if (always.has(program)) return true;
  const [subcommand, action = ""] = plainWords(args);
  // Without a word it installs.
  if (subcommand === undefined) return program === "yarn" && args.length === 0;
  const talks = (group: string, word: string) =>
    Object.hasOwn(sometimes, group) && sometimes[group]?.has(word) === true;
  return talks(program, subcommand) || talks(`${program} ${subcommand}`, action);
}
