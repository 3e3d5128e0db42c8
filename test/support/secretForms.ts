/** A secret as programs print it: plain, in an address, in base64. */
export const secretForms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];
