/** Appends lines to the history below a folder until it is killed: `node appendForever.ts BASE NAME [BYTES]`; prints a dot for each. */
import { historyIn, said } from "./historyIn";

const [, , base = "", name = "", bytes] = process.argv;
const { file } = historyIn(base, bytes === undefined ? undefined : { fileBytes: Number(bytes), earlierFiles: 10_000 });

async function appendForever(): Promise<never> {
  for (let at = 0; ; at++) {
    await file.append(said(`${name} ${at}`), Date.now());
    process.stdout.write(".");
  }
}

void appendForever();
