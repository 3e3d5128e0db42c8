import assert from "node:assert/strict";
import { secretValues } from "../../../src/policy/secrets/secretValues";

const valuesOf = (text: string) => secretValues(Buffer.from(text));

describe("the values in a file that holds secrets", () => {
  it("are those of a .env, as they are written and as programs read them", () => {
    const values = valuesOf(
      [
        "# a comment about nothing",
        "export API_TOKEN='tok-1'",
        'DB_PASSWORD="a \\"b\\" c"',
        "DATABASE_URL=postgres://app:hunter2@db.example/x # the main one",
        "SESSION_SECRET = abcd",
      ].join("\n"),
    );
    for (const value of ["tok-1", 'a \\"b\\" c', 'a "b" c', "postgres://app:hunter2@db.example/x", "hunter2", "abcd"])
      assert.ok(values.includes(value), value);
  });

  it("are found in JSON, YAML, keys and plain lines", () => {
    const key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj";
    const values = valuesOf(
      `{\n  "client_secret": "c0ffee",\n  "id": 12345678\n}\npassword: pa55w0rd\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    );
    for (const value of ["c0ffee", "pa55w0rd", key]) assert.ok(values.includes(value), value);
    assert.ok(!values.some((value) => value.startsWith("-----")));
  });

  it("come in the forms in which programs print them, the longest first", () => {
    const values = valuesOf("TOKEN=a/b c+d\n");
    for (const form of ["a/b c+d", "a%2Fb%20c%2Bd", Buffer.from("a/b c+d").toString("base64").replace(/=+$/, "")])
      assert.ok(values.includes(form), form);
    assert.deepEqual(
      values.map(({ length }) => length),
      values.map(({ length }) => length).sort((a, b) => b - a),
    );
  });

  it("are none that any output may hold: short ones, words, numbers, this machine", () => {
    assert.deepEqual(
      valuesOf(
        "PORT=3000\nNODE_ENV=production\nDEBUG=true\nHOST=http://localhost:3000\nMODE=dev\nUSE_TOKENS=true\nA=\n\n",
      ),
      [],
    );
  });

  it("are found fast in a hostile file", () => {
    const line = "x".repeat(50_000);
    for (const filled of [" ", "\t", "#", '"', "'", "=", "- ", " #", "\\", "a:", "@"])
      valuesOf(`A=${filled.repeat(50_000)}\n${filled.repeat(50_000)}A`);
    assert.ok(valuesOf(`${"=".repeat(50_000)}\n"${line}\n${line}: ${'"'.repeat(2000)}`).length > 0);
  });
});
