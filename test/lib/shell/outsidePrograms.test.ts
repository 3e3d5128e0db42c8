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
    "kubectl get pods",
    "helm install x y",
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
    "cat docker",
    "echo docker ps",
    "./docker.sh",
    "ps aux",
  ]);
});
