import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { outsideProgram } from "../../../src/lib/shell/outsidePrograms";

describe("programs that work outside a sandbox alone (D-15)", () => {
  const needOf = (command: string) => outsideProgram(analyse(command).commands)?.need;
  const all = (need: ReturnType<typeof needOf>, commands: readonly string[]) => {
    for (const command of commands)
      it(`${need ?? "nothing"}: ${command}`, () => {
        assert.equal(needOf(command), need);
      });
  };

  all("service", [
    "docker ps",
    "docker images",
    "docker logs web",
    "/usr/bin/docker run alpine true",
    "docker run alpine --help",
    "docker container exec web x --help",
    "docker -H tcp://x ps",
    "docker version",
    "docker $x",
    "docker compose -f a.yml up -d",
    "docker-compose up",
    "docker ps -q | xargs docker rm",
    "npm test && docker build .",
    "bash -c 'docker ps'",
    "timeout 5 systemctl status cron",
    "systemd-run ls",
    "systemd-run --version ls",
    "service cron status",
    "journalctl -n 5",
  ]);
  all("credentials", [
    "kubectl get pods",
    "helm install x y",
    "ssh host.example ls",
    "ssh host.example --help",
    "ssh host.example docker ps",
    "sftp host.example",
    "scp a.txt host.example:",
    "scp a.txt $host:b",
    "rsync -av a.txt me@host.example:b",
    "gh pr list",
    "gh api x",
    "npm publish",
    "npm -w a publish --access public",
    "yarn npm publish",
    "pnpm -r publish",
    "cargo publish",
    "twine upload dist/a.whl",
    "aws s3 ls",
  ]);
  all("containers", ["podman ps", "podman run alpine --help", "buildah images"]);
  all(undefined, [
    "docker --version",
    "docker -v",
    "docker --help",
    "docker run --help",
    "docker help run",
    "docker compose version",
    "docker compose -f a.yml config",
    "helm template . --values x",
    "kubectl kustomize overlays",
    "systemctl --version",
    "podman --version",
    "docker compose up --help",
    "ssh -V",
    "ssh --help",
    "gh --version",
    "gh pr list --help",
    "gh help pr",
    "npm publish --help",
    "npm publish --dry-run",
    "npm run publish",
    "npm view x",
    "npm i x",
    "scp a.txt b.txt",
    "rsync -a a/ b/",
    "rsync -a host.example::module b",
    "rsync -a rsync://host.example/module b",
    "cargo build",
    "git push",
    "cat docker",
    "echo docker ps",
    "./docker.sh",
    "ps aux",
  ]);
});
