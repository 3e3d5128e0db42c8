/** Tells the person at the terminal. */
export const warn = (text: string) => void process.stderr.write(`toolcrib: ${text}\n`);
