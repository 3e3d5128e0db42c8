/** The software bill of materials: everything that is shipped, in CycloneDX. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "./npmCommand.mjs";
import { packedDate } from "./reproducible.mjs";

/**
 * Writes the bill of what `package-lock.json` says is shipped: direct and indirect dependencies with versions, hashes and
 * licences.
 * @param {string} repository
 * @param {string} outFile
 * @returns {Promise<number>} how many packages it names
 */
export async function writeBillOfMaterials(repository, outFile) {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
  const { serialNumber: _unique, ...bill } = JSON.parse(await npm(repository, args));
  const { name } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const { description } = JSON.parse(await readFile(join(repository, "package.nls.json"), "utf8"));
  // npm takes the name from the folder, and neither time nor version of npm belong to what is shipped.
  Object.assign(bill.metadata.component, { name, description });
  bill.metadata.timestamp = packedDate().toISOString();
  bill.metadata.tools = [{ vendor: "npm", name: "cli" }];
  await writeFile(outFile, `${JSON.stringify(bill, null, 2)}\n`);
  return bill.components.length;
}
