/**
 * How threads of our own are started, whatever the process was started with.
 * @param execArgv of the process.
 */
export const threadOptions = (execArgv: readonly string[]) => ({
  // What libraries print is nobody's business; on stdout it would stand between the messages of an MCP server.
  stdout: true,
  stderr: true,
  // Options of the whole process, as --max-old-space-size, are refused for a thread; with --import, Node would take the
  // worker's file for an ES module.
  execArgv: execArgv.filter((option) => option.startsWith("--require=")),
});
