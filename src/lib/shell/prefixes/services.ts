/** Prefixes of programs that direct services: containers, clusters and clouds, mostly those that look. */
import type { PrefixRow } from "./prefixRow";

const containers = "diff inspect kill logs ls pause port ps rename restart rm start stats stop top unpause wait";
const groups = {
  container: containers,
  image: "history inspect ls pull rm tag",
  network: "inspect ls rm",
  system: "df info",
  volume: "inspect ls rm",
} as const;
const further = {
  container: "attach commit cp create update",
  context: "create import update use",
  image: "build import load push",
  network: "connect create",
  volume: "create",
} as const;
const plain =
  "diff history images info inspect kill logs pause port ps pull rename restart rm rmi start stats stop tag top unpause version wait";

/** See {@link PrefixRow}. */
export const servicePrefixes: readonly PrefixRow[] = [
  {
    names: ["docker"],
    verbs: plain,
    // What starts containers as a file of the workspace says runs anything, and outside of the sandbox.
    groups: { ...groups, compose: "config images logs ls port ps stop top version", context: "inspect ls show" },
    further,
    offers: {
      "docker ps -a": "docker ps",
      "docker container ls -a": "docker container ls",
      "docker image ls": "docker image ls",
      "docker compose logs web": "docker compose logs",
    },
    refuses: [
      "docker run x",
      "docker exec x y",
      "docker build x",
      "docker container",
      "docker container run x",
      "docker image build x",
      "docker compose up",
      "docker compose -f x ps",
      "docker cp x y",
      "docker -H x ps",
    ],
  },
  {
    names: ["podman"],
    verbs: plain,
    groups: { ...groups, machine: "info inspect list ls start stop", pod: "inspect logs ps stats top" },
    further: { ...further, machine: "cp init set", pod: "create" },
    offers: { "podman machine ls": "podman machine ls" },
    refuses: ["podman machine ssh id", "podman unshare id", "podman run x", "podman machine"],
  },
  {
    names: ["kubectl", "oc"],
    verbs: "api-resources api-versions cluster-info describe explain get logs version",
    groups: {
      auth: "can-i whoami",
      config: "current-context get-clusters get-contexts view",
      rollout: "history status",
      top: "node nodes pod pods",
    },
    further: { config: "set set-cluster set-context set-credentials use use-context", rollout: "restart undo" },
    offers: { "kubectl get pods": "kubectl get", "kubectl config view": "kubectl config view" },
    refuses: [
      "kubectl exec x",
      "kubectl run x",
      "kubectl debug x",
      "kubectl config set-credentials x",
      "kubectl config",
      "kubectl apply x",
      "kubectl cp x y",
    ],
  },
  {
    names: ["helm"],
    verbs: "history lint list ls status template",
    groups: {
      get: "all hooks manifest metadata notes values",
      repo: "list",
      search: "hub repo",
      show: "all chart readme values",
    },
    further: { plugin: "install update", repo: "add update" },
    offers: { "helm repo list": "helm repo list", "helm lint x": "helm lint" },
    refuses: ["helm repo add x y", "helm plugin install x", "helm install x"],
  },
  {
    names: ["terraform", "tofu"],
    verbs: "fmt output plan show validate",
    groups: { state: "list show", workspace: "list show" },
    further: { state: "mv push replace-provider rm", workspace: "delete new select" },
    offers: { "terraform plan": "terraform plan", "terraform workspace list": "terraform workspace list" },
    refuses: ["terraform console", "terraform workspace new x", "terraform apply", "terraform init"],
  },
  {
    names: ["aws"],
    groups: {
      ec2: "describe-images describe-instances describe-security-groups describe-subnets describe-vpcs",
      lambda: "list-functions",
      logs: "describe-log-groups tail",
      s3: "ls",
      sts: "get-caller-identity",
    },
    further: {
      configure: "export-credentials set",
      lambda: "invoke update-function-code",
      s3: "cp mb mv presign rb rm sync website",
      sts: "assume-role get-session-token",
    },
    offers: { "aws s3 ls": "aws s3 ls" },
    refuses: ["aws s3 cp x y", "aws s3", "aws ssm start-session", "aws ecs execute-command", "aws configure set x"],
  },
  {
    names: ["gcloud"],
    groups: { auth: "list", config: "get list", projects: "describe list" },
    further: { auth: "application-default login print-access-token print-identity-token", config: "set" },
    offers: { "gcloud config list": "gcloud config list" },
    refuses: ["gcloud compute ssh x", "gcloud compute instances list", "gcloud auth print-access-token"],
  },
  {
    names: ["az"],
    groups: { account: "list show", group: "list show" },
    further: { account: "get-access-token set", vm: "create" },
    offers: { "az account show": "az account show" },
    refuses: ["az rest x", "az vm run-command x", "az account get-access-token"],
  },
];
