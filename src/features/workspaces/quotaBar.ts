/** Parts of a bar. */
const barParts = 8;

/** What is taken of a quota, as a bar: `▰▰▱▱▱▱▱▱`. Any byte fills a part, and only all of them the last. */
export function quotaBar(bytes: number, most: number): string {
  const share = most > 0 ? bytes / most : 1;
  const full = share >= 1 ? barParts : Math.min(barParts - 1, Math.ceil(share * barParts));
  return "▰".repeat(full) + "▱".repeat(barParts - full);
}
