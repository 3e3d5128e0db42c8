import { type FileCoverage, LineRuns } from "./coverage";

/** Reads lcov's tracefile (geninfo(1)): `SF:` begins a file, `DA:LINE,RUNS` is a line of it. */
export function readLcov(text: string): FileCoverage[] {
  const counts = new LineRuns();
  let file: string | undefined;
  for (const row of text.split(/\r?\n/)) {
    if (row.startsWith("SF:")) {
      file = row.slice(3).trim();
      counts.add(file);
    } else if (row === "end_of_record") file = undefined;
    else if (file !== undefined && row.startsWith("DA:")) {
      const [line, runs] = row.slice(3).split(",");
      counts.count(file, Number(line), Number(runs));
    }
  }
  return counts.files();
}
