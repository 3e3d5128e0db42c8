/** What the doctor finds, and how a person can mend it. */

/** How a person can mend something. */
export type Fix =
  | { readonly kind: "setting"; readonly setting: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "page"; readonly address: string; readonly label: string }
  | { readonly kind: "command"; readonly command: string; readonly label: string };

/** One line of the doctor's page. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly subject: string;
  /** `limited`: tools work, and less well or with more questions than they could. */
  readonly state: "good" | "limited" | "bad";
  /** One sentence. */
  readonly text: string;
  readonly fix?: Fix;
}

export const good = (subject: string, text: string): Finding => ({ subject, state: "good", text });

export const limited = (subject: string, text: string, fix?: Fix): Finding => ({
  subject,
  state: "limited",
  text,
  ...(fix && { fix }),
});

export const bad = (subject: string, text: string, fix?: Fix): Finding => ({
  ...limited(subject, text, fix),
  state: "bad",
});

/** What a person does about it, in a few words. */
export function fixText(fix: Fix): string {
  switch (fix.kind) {
    case "setting":
      return `change the setting ${fix.setting}`;
    case "file":
      return `edit ${fix.path}`;
    case "page":
      return `${fix.label}: ${fix.address}`;
    case "command":
      return fix.label;
  }
}

const marks = { good: "✓", limited: "!", bad: "✗" } as const;

/** The findings as text, the worst marks in front of their lines. */
export const findingsText = (findings: readonly Finding[]): string =>
  findings
    .map(({ subject, state, text, fix }) => `${marks[state]} ${subject}: ${text}${fix ? ` (${fixText(fix)})` : ""}`)
    .join("\n");
