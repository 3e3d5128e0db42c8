import assert from "node:assert/strict";
import { test } from "node:test";
import { linePrice } from "../src/price.js";

test("one item costs its price", () => assert.equal(linePrice(250, 1), 250));

test("nine items get no discount", () => assert.equal(linePrice(100, 9), 900));

test("ten items get the bulk discount", () => assert.equal(linePrice(100, 10), 900));

test("eleven items get the bulk discount", () => assert.equal(linePrice(100, 11), 990));
