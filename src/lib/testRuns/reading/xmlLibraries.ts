/** What reads XML: a bundle of its own, since few outputs have any. */
export { Parser } from "htmlparser2";
