/** How a question about a call was answered, as the end of a clause that names the verdict. */
interface Answered {
  /** See Approval; absent when nobody was asked. */
  readonly approvedBy?: unknown;
  /** Code of the call's failure. */
  readonly error?: unknown;
}

/** `, allowed by person`, `, allowed in VS Code`, `, declined by person`, `, not answered`; empty when nobody was asked. */
export function answerText({ approvedBy, error }: Answered): string {
  if (typeof approvedBy !== "string") return "";
  if (approvedBy === "nobody") return ", not answered";
  if (error === "declined") return `, declined by ${approvedBy}`;
  return `, allowed ${approvedBy === "VS Code" ? "in" : "by"} ${approvedBy}`;
}
