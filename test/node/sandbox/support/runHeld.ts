/** Runs one command as whoever this process is, in a world of its own or beside another process, and prints the outcome. */
import { tmpdir } from "node:os";
import { World } from "./world";

const { command, folder = tmpdir(), beside, ...options } = JSON.parse(process.argv[2] ?? "{}");
void (async () => {
  const world = new World(beside === undefined ? { "ws/a.txt": "" } : {}, folder, beside);
  console.log(
    JSON.stringify(await world.run(command, { ...options, onOutput: (text: string) => process.stderr.write(text) })),
  );
  if (beside === undefined) world.remove();
})();
