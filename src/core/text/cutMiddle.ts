/** A long text without its middle, which is said where it was. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n[${text.length - most} characters are left out]\n${text.slice(-half)}`;
}
