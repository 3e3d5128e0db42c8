import assert from "node:assert/strict";
import { test } from "node:test";
import { Cart } from "../src/cart.js";
import { money, receipt } from "../src/receipt.js";

test("money has two decimals", () => assert.equal(money(1230), "12.30"));

test("a receipt has a line for each item and the total", () => {
  const cart = new Cart().add("apple", 50, 3).add("bread", 320);
  assert.equal(receipt(cart), "3 x apple: 1.50\n1 x bread: 3.20\nTotal: 4.70");
});
