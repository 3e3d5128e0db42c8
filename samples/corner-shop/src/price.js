/** Ten or more of the same item cost a tenth less. */
const BULK_QUANTITY = 10;
const BULK_DISCOUNT = 0.1;

/** The price of some of the same item, in whole cents. */
export function linePrice(unitPrice, quantity) {
  const full = unitPrice * quantity;
  return quantity > BULK_QUANTITY ? Math.round(full * (1 - BULK_DISCOUNT)) : full;
}
