import { MediaRoom } from "./mediaRoom";

/** The room of all tools: files and pages decode one after another. */
export const sharedMediaRoom = new MediaRoom();
