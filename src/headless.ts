/** Entry of the headless host: a small file, so that Node can be told to keep what it compiles of the rest. */
import { keepCompiled } from "./headless/compiledCode";

keepCompiled(process.argv.slice(2), VERSION);
void import("./headlessHost");
