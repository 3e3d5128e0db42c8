/** Whether the text of a page can be read against what is behind it, by the colours that the browser computed. */
import type { Frame } from "playwright-core";

interface SeenText {
  readonly text: string;
  readonly color: string;
  /** From the element itself up to the page. */
  readonly backgrounds: readonly string[];
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`, `color(srgb 0.1 0.2 0.3 / 0.5)` or `#rrggbb`. */
function colourOf(text: string): Colour {
  const hex = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text.trim());
  if (hex) {
    const bytes = Buffer.from(`${hex[1]}${hex[2] ?? "ff"}`, "hex");
    return [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0, (bytes[3] ?? 255) / 255];
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const unit = text.startsWith("color(") ? 255 : 1;
  return [red * unit, green * unit, blue * unit, alpha];
}

const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => [
  red * alpha + below[0] * (1 - alpha),
  green * alpha + below[1] * (1 - alpha),
  blue * alpha + below[2] * (1 - alpha),
  1,
];

/** Relative luminance, as WCAG 2 defines it. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratioOf({ color, backgrounds }: SeenText): number {
  const behind = backgrounds.map(colourOf).reduceRight((below, next) => over(next, below));
  const [one, other] = [luminance(over(colourOf(color), behind)), luminance(behind)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Every text that is seen, with the colours that make it out. The functions have no names, which the page would not know. */
const textsIn = (frame: Frame): Promise<SeenText[]> =>
  frame.locator("body *").evaluateAll((elements) =>
    elements.flatMap((element) => {
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === 3)
        .map((node) => node.textContent?.trim() ?? "")
        .join(" ")
        .trim();
      if (text === "" || element.tagName === "OPTION" || element.getClientRects().length === 0) return [];
      const page = element.ownerDocument;
      const view = page.defaultView;
      if (!view) return [];
      const backgrounds: string[] = [];
      for (let one: typeof element.parentElement = element; one; one = one.parentElement)
        backgrounds.push(view.getComputedStyle(one).backgroundColor);
      // Below the page is the editor.
      backgrounds.push(view.getComputedStyle(page.documentElement).getPropertyValue("--vscode-editor-background"));
      return [{ text, color: view.getComputedStyle(element).color, backgrounds }];
    }),
  );

/** Texts with less contrast than WCAG 2 asks of text of this size, with how much they have. */
export async function faintTexts(frame: Frame): Promise<string[]> {
  const texts = await textsIn(frame);
  if (texts.length < 5) throw new Error(`The page has ${texts.length} texts: it is not drawn yet.`);
  return texts.flatMap((seen) => {
    const ratio = ratioOf(seen);
    return ratio < 4.5 ? [`${seen.text}: ${ratio.toFixed(2)} (${seen.color} on ${seen.backgrounds.join(", ")})`] : [];
  });
}
