import assert from "node:assert/strict";
import { answer, at, codeCrib, pointText, silence, symbol } from "../../support/fakeCode";

const tree = {
  "src/cart.ts":
    "export class Cart {\n  total(item: number) { return item + item; }\n}\nexport class Order { total() { return 1; } }\n",
  "src/use.ts": "import { Cart } from './cart';\r\nconst cart = new Cart(); cart.total(1);\r\n",
};

const make = () =>
  codeCrib(tree, (path, points) => ({
    outline: async () =>
      answer(
        symbol("Cart", "class", at(path("src/cart.ts"), 0, 0, 19)),
        symbol("total", "method", at(path("src/cart.ts"), 1, 2, 5), "Cart"),
        symbol("Order", "class", at(path("src/cart.ts"), 3, 0, 20)),
        symbol("total", "method", at(path("src/cart.ts"), 3, 21, 5), "Order"),
      ),
    locations: async (kind, point) => {
      if (kind === "references") points.push(pointText(point));
      if (kind !== "definition") return answer();
      // In the line of `item` all of them are the parameter; `Cart` and `cart` differ.
      return answer(at(path("src/cart.ts"), 0, point.file.shown.endsWith("use.ts") ? point.position.character : 8, 4));
    },
  }));

describe("a place in code", () => {
  it("is a name in a line, by its words and not by parts of them", async () => {
    const { call, points } = await make();
    await call("find_references", { path: "src/use.ts", line: 2, name: "cart", occurrence: 2 });
    await call("find_references", { path: "src/use.ts", line: 2, name: "total" });
    await call("find_references", { path: "src/use.ts", line: 2, name: "cart.total" });
    assert.deepEqual(points, ["src/use.ts:2:26", "src/use.ts:2:31", "src/use.ts:2:31"]);
  });

  it("may hold what patterns would take for something else", async () => {
    const names = ["--main-color", "$a", "a-b", "/x/", "(y)", "[z]*+?", "\\d", "^|$", "{1}"];
    const { said, points } = await codeCrib({ "style.css": `${names.join(" ; ")}\n` }, (_, points) => ({
      locations: async (_kind, point) => {
        points.push(pointText(point));
        return answer();
      },
    }));
    for (const name of names) await said("find_references", { path: "style.css", line: 1, name });
    assert.deepEqual(
      points,
      names.map((_, at) => `style.css:1:${names.slice(0, at).join(" ; ").length + (at > 0 ? 3 : 0) + 1}`),
    );
  });

  it("is any of several in a line that mean the same", async () => {
    const { call, points } = await make();
    await call("find_references", { path: "src/cart.ts", line: 2, name: "item" });
    assert.deepEqual(points, ["src/cart.ts:2:9"]);
  });

  it("has to be chosen among those that do not, by what stands around them", async () => {
    const { said, points } = await make();
    assert.equal(
      await said("find_references", { path: "src/use.ts", line: 2, name: "cart" }),
      '"cart" appears 2 times in line 2 of src/use.ts with different meanings: give one as occurrence, 1 ("const cart = new Cart();"), 2 ("= new Cart(); cart.total(1);").',
    );
    assert.deepEqual(points, []);
  });

  it("that is not there is told with the lines that have the name", async () => {
    const { said } = await make();
    assert.equal(
      await said("find_references", { path: "src/use.ts", line: 1, name: "total" }),
      '"total" is not in line 1 of src/use.ts, which reads "import { Cart } from \'./cart\';": give another line, such as 2.',
    );
    assert.equal(
      await said("find_references", { path: "src/use.ts", line: 9, name: "total" }),
      "src/use.ts has 3 lines, so there is no line 9: read it again.",
    );
    assert.equal(
      await said("find_references", { path: "src/use.ts", line: 2, name: "total", occurrence: 3 }),
      '"total" appears 1 times in line 2 of src/use.ts: give an occurrence up to that number.',
    );
  });

  it("without a line is a symbol of the file, with what it is declared in", async () => {
    const { call, said, points } = await make();
    await call("find_references", { path: "src/cart.ts", name: "Order.total" });
    assert.deepEqual(points, ["src/cart.ts:4:22"]);
    assert.equal(
      await said("find_references", { path: "src/cart.ts", name: "total" }),
      'src/cart.ts declares "total" 2 times: give the line of one, 2 (method), 4 (method).',
    );
    assert.equal(
      await said("find_references", { path: "src/cart.ts", name: "item" }),
      'No symbol "item" is declared in src/cart.ts: give the line where the name appears, such as 2.',
    );
  });

  it("stands at the name where a language names the whole declaration", async () => {
    const { call, points } = await make();
    await call("find_references", { path: "src/cart.ts", name: "Cart" });
    assert.deepEqual(points, ["src/cart.ts:1:14"]);
  });

  it("without a file is a symbol of the workspace, of which there must be one", async () => {
    const { call, said, points } = await make();
    await call("find_references", { name: "Cart.total" });
    assert.deepEqual(points, ["src/cart.ts:2:3"]);
    assert.equal(
      await said("find_references", { name: "total" }),
      '2 symbols are called "total": give the path and line of one, src/cart.ts:2 (method Cart.total), src/cart.ts:4 (method Order.total).',
    );
    assert.equal(
      await said("find_references", { name: "nowhere" }),
      'No symbol "nowhere" was found in the workspace: give the path and line where the name appears, or look for it with find_symbol.',
    );
    assert.equal(
      await said("find_references", { name: "Cart", line: 2 }),
      'Line 2 needs a file: give path as well, or "Cart" without line.',
    );
  });

  it("that a language says nothing of in time may still be there", async () => {
    const { said } = await codeCrib(tree, () => ({ outline: async () => silence, symbols: async () => silence }));
    assert.match(
      await said("find_references", { name: "Cart" }),
      /or look for it with find_symbol\. The editor's language support gave no answer within 15 s: it may still be loading/,
    );
  });

  it("must be a file that may be read", async () => {
    const { said } = await codeCrib({ ...tree, ".toolcribignore": "src/cart.ts\n" }, () => ({}));
    assert.match(
      await said("hover", { path: "src/cart.ts", name: "Cart" }),
      /^Denied by policy: \.toolcribignore lists it \(line 1\)/,
    );
    assert.match(
      await said("hover", { path: "../outside/a.ts", name: "a" }),
      /^Denied by policy: .* is outside the workspace/,
    );
    assert.match(await said("hover", { path: "src", name: "a" }), /^src is a folder, not a file/);
    assert.match(await said("hover", { path: "src/none.ts", name: "a" }), /^src\/none\.ts does not exist/);
  });
});
