import { linePrice } from "./price.js";

/** A shopping cart: items by name, in the order in which they were first added. */
export class Cart {
  #lines = new Map();

  add(name, unitPrice, quantity = 1) {
    const line = this.#lines.get(name) ?? { name, unitPrice, quantity: 0 };
    line.quantity += quantity;
    this.#lines.set(name, line);
    return this;
  }

  get lines() {
    return [...this.#lines.values()];
  }

  get total() {
    return this.lines.reduce((sum, { unitPrice, quantity }) => sum + linePrice(unitPrice, quantity), 0);
  }
}
