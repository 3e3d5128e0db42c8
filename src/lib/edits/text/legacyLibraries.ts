/** What reads and tells encodings from before Unicode: large, seldom needed, and therefore a bundle of its own. */
import iconv from "iconv-lite";
import jschardet from "jschardet";

export { iconv, jschardet };
