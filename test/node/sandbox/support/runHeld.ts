/** Runs one command as whoever this process is, in a world of its own, and prints the outcome. */
import { tmpdir } from "node:os";
import { World } from "./world";

const { command, folder = tmpdir(), ...options } = JSON.parse(process.argv[2] ?? "{}");
void (async () => {
  const world = new World({ "ws/a.txt": "" }, folder);
  console.log(
    JSON.stringify(await world.run(command, { ...options, onOutput: (text: string) => process.stderr.write(text) })),
  );
  world.remove();
})();
