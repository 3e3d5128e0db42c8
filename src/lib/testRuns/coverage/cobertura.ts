import { xmlParser } from "../reading/xmlParser";
import { type FileCoverage, LineRuns } from "./coverage";

/** Reads Cobertura's XML: `class` names a file, `line` has the number and how often it ran. */
export function readCobertura(text: string): FileCoverage[] {
  const counts = new LineRuns();
  let file: string | undefined;
  const Parser = xmlParser();
  const parser = new Parser(
    {
      onopentag(name, { filename, number, hits }) {
        if (name === "class" && filename) {
          file = filename;
          counts.add(file);
        } else if (name === "line" && file !== undefined) counts.count(file, Number(number), Number(hits));
      },
      onclosetag(name) {
        if (name === "class") file = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return counts.files();
}
