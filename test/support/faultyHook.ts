/** A program in the place of the hook's, which does what the command that it is asked about names: is killed, prints rubbish, or sleeps. */
export const faultyHook = `
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  if (text.includes("killed")) process.kill(process.pid, "SIGKILL");
  else if (text.includes("rubbish")) console.log("rubbish");
  else if (text.includes("slow")) setTimeout(() => {}, 60_000);
});
`;
