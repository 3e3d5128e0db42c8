/** What a new integration begins with: a program, a test that runs without any dependency, a manifest and a README (EX-6). */

import { jsonText } from "../approvedFolders/jsonManifest";
import { type IntegrationManifest, type IntegrationRuntime, integrationManifestName } from "./integration";

/** What whoever makes an integration says of it. */
export type IntegrationFacts = Omit<IntegrationManifest, "entry" | "test">;

/** Texts by the names of their files. */
export type ScaffoldFiles = Readonly<Record<string, string>>;

interface Template extends Pick<IntegrationManifest, "entry" | "test"> {
  /** Its name, in the program and its test. */
  files(name: string): ScaffoldFiles;
}

const node: Template = {
  entry: "index.js",
  test: "node --test",
  files: (name) => ({
    "package.json": jsonText({ name, private: true, type: "module" }),
    "index.js": `// The integration ${name}: gets its arguments as JSON on standard input and prints its result as JSON.
import { realpathSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** @param {Record<string, unknown>} args */
export async function run(args) {
  return { received: args };
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const given = await text(process.stdin);
  console.log(JSON.stringify(await run(given.trim() === "" ? {} : JSON.parse(given))));
}
`,
    "index.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { run } from "./index.js";

test("${name} answers with its arguments", async () => {
  assert.deepEqual(await run({ name: "world" }), { received: { name: "world" } });
});
`,
  }),
};

const deno: Template = {
  entry: "index.ts",
  test: "deno test -A",
  files: (name) => ({
    "index.ts": `// The integration ${name}: gets its arguments as JSON on standard input and prints its result as JSON.

export function run(args: Record<string, unknown>): Promise<unknown> {
  return Promise.resolve({ received: args });
}

if (import.meta.main) {
  const given = await new Response(Deno.stdin.readable).text();
  console.log(JSON.stringify(await run(given.trim() === "" ? {} : JSON.parse(given))));
}
`,
    "index_test.ts": `import { deepStrictEqual } from "node:assert";
import { run } from "./index.ts";

Deno.test("${name} answers with its arguments", async () => {
  deepStrictEqual(await run({ name: "world" }), { received: { name: "world" } });
});
`,
  }),
};

const python: Template = {
  entry: "main.py",
  test: "python3 -m unittest",
  files: (name) => ({
    "main.py": `"""The integration ${name}: gets its arguments as JSON on standard input and prints its result as JSON."""
import json
import sys


def run(args):
    return {"received": args}


if __name__ == "__main__":
    given = sys.stdin.read()
    print(json.dumps(run(json.loads(given) if given.strip() else {})))
`,
    "test_main.py": `import unittest

from main import run


class RunTest(unittest.TestCase):
    """${name}"""

    def test_answers_with_its_arguments(self):
        self.assertEqual(run({"name": "world"}), {"received": {"name": "world"}})


if __name__ == "__main__":
    unittest.main()
`,
  }),
};

const bash: Template = {
  entry: "main.sh",
  test: "bash test_main.sh",
  files: (name) => ({
    "main.sh": `# The integration ${name}: gets its arguments as JSON on standard input and prints its result as JSON.
set -euo pipefail

run() {
  printf '{"received":%s}\\n' "$1"
}

if [[ "\${BASH_SOURCE[0]}" == "$0" ]]; then
  given=$(cat)
  [[ -n "$given" ]] || given='{}'
  run "$given"
fi
`,
    "test_main.sh": `# Prints TAP.
set -euo pipefail
cd "$(dirname "\${BASH_SOURCE[0]}")"
source ./main.sh

got=$(run '{"name":"world"}')
wanted='{"received":{"name":"world"}}'
echo "1..1"
if [[ "$got" == "$wanted" ]]; then
  echo "ok 1 - ${name} answers with its arguments"
else
  echo "not ok 1 - ${name} answers with its arguments"
  echo "# wanted $wanted"
  echo "# got $got"
  exit 1
fi
`,
  }),
};

const templates: Readonly<Record<IntegrationRuntime, Template>> = { node, deno, python, bash };

const secretLines = (secrets: IntegrationManifest["secrets"]): string[] =>
  Object.entries(secrets).map(([name, what]) => `- Secret: \`${name}\`, ${what}`);

function readme({ name, description, hosts, secrets, entry, test }: IntegrationManifest): string {
  return `# ${name}

${description}

- Program: \`${entry}\`, which gets its arguments as JSON on standard input
- Tests: \`${test}\`
${[`- Hosts: ${hosts.length > 0 ? hosts.join(", ") : "none"}`, ...secretLines(secrets)].join("\n")}

\`${integrationManifestName}\` tells this to the tool \`integration_run\`.
`;
}

/** A new integration's manifest and files, the manifest among them. */
export function scaffold(facts: IntegrationFacts): { manifest: IntegrationManifest; files: ScaffoldFiles } {
  const { entry, test, files } = templates[facts.runtime];
  const { packages, secrets, ...rest } = facts;
  const manifest: IntegrationManifest = { ...facts, entry, test };
  const written = {
    ...rest,
    ...(packages.length > 0 && { packages }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...{ entry, test },
  };
  return {
    manifest,
    files: { [integrationManifestName]: jsonText(written), "README.md": readme(manifest), ...files(facts.name) },
  };
}
