import { linePrice } from "./price.js";

/** Cents as people write them: 1234 is "12.34". */
export const money = (cents) => (cents / 100).toFixed(2);

/** One line for each item, and the total. */
export function receipt(cart) {
  const lines = cart.lines.map(
    ({ name, unitPrice, quantity }) => `${quantity} x ${name}: ${money(linePrice(unitPrice, quantity))}`,
  );
  return [...lines, `Total: ${money(cart.total)}`].join("\n");
}
