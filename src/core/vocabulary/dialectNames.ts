/** Every dialect, the house's own first (D-2). */
export const dialectNames = ["standard", "triggerfish", "nanobot", "flyto", "qwen"] as const;

/** A name of a dialect. */
export type DialectName = (typeof dialectNames)[number];

/** For people: whose tools they are. */
export const dialectTitles: Readonly<Record<DialectName, string>> = {
  standard: "Toolcrib",
  triggerfish: "Triggerfish",
  nanobot: "nanobot",
  flyto: "Flyto",
  qwen: "Qwen Code",
};

/** What the Chat view calls a dialect's custom agent. */
export const agentName = (dialect: DialectName): string =>
  dialect === "standard" ? dialectTitles.standard : `Toolcrib ${dialectTitles[dialect]}`;
