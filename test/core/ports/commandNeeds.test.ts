import assert from "node:assert/strict";
import { CommandNeeds } from "../../../src/core/ports/commandNeeds";

describe("what held commands were after in vain", () => {
  const cwd = { path: "/w", real: "/w", shown: "." };
  const test = { command: "npm test", cwd } as const;
  const env = { files: ["/w/.env"], hosts: [] };
  const host = { files: [], hosts: ["a.example"] };

  it("is asked about when the command is called again with nothing changed in between", () => {
    const needs = new CommandNeeds();
    assert.equal(needs.missed(test), undefined);
    needs.noteMissed(test, env);
    assert.deepEqual(needs.missed(test), env);
    needs.noteChange();
    assert.equal(needs.missed(test), undefined);
    needs.noteMissed(test, env);
    assert.deepEqual(needs.missed(test), env);
  });

  it("is of this very command: its words, its folder, its input, its shell", () => {
    const needs = new CommandNeeds();
    needs.noteMissed(test, env);
    for (const other of [
      { ...test, command: "npm test " },
      { ...test, command: "CI=1 npm test" },
      { ...test, command: "npm test >out" },
      { ...test, cwd: { ...cwd, real: "/v" } },
      { ...test, input: "" },
      { ...test, language: "cmd" } as const,
    ])
      assert.equal(needs.missed(other), undefined);
  });

  it("is asked about at once after a yes, together with what it was after since", () => {
    const needs = new CommandNeeds();
    needs.noteMissed(test, env);
    needs.noteAnswer(test, env, true);
    needs.noteChange();
    assert.deepEqual(needs.missed(test), env);
    needs.noteMissed(test, host);
    assert.deepEqual(needs.missed(test), { files: ["/w/.env"], hosts: ["a.example"] });
    needs.noteChange();
    assert.deepEqual(needs.missed(test), env);
  });

  it("is forgotten after a no, until it is after it again", () => {
    const needs = new CommandNeeds();
    needs.noteMissed(test, env);
    needs.noteAnswer(test, env, false);
    assert.equal(needs.missed(test), undefined);
    needs.noteMissed(test, host);
    assert.deepEqual(needs.missed(test), host);
  });

  it("is not asked about a third time after two no's, but for what was no part of them", () => {
    const needs = new CommandNeeds();
    for (const isLast of [false, true]) {
      needs.noteMissed(test, env);
      assert.deepEqual(needs.missed(test), env);
      needs.noteAnswer(test, env, false);
      assert.equal(needs.isDeclined(test, env), isLast);
      needs.noteChange();
    }
    needs.noteMissed(test, env);
    assert.equal(needs.missed(test), undefined);
    needs.noteMissed(test, { ...env, hosts: host.hosts });
    assert.deepEqual(needs.missed(test), host);
    assert.equal(needs.isDeclined(test, { ...env, hosts: host.hosts }), false);
    needs.noteAnswer(test, host, true);
    needs.noteMissed(test, env);
    assert.deepEqual(needs.missed(test), { ...env, hosts: host.hosts });
  });

  it("is bounded, for a person has to read it", () => {
    const needs = new CommandNeeds();
    needs.noteMissed(test, { files: [], hosts: Array.from({ length: 20 }, (_, at) => `h${at}.example`) });
    assert.equal(needs.missed(test)?.hosts.length, 5);
    for (let at = 0; at < 1000; at++) needs.noteMissed({ ...test, command: `c${at}` }, env);
    assert.equal(needs.missed(test), undefined);
    assert.deepEqual(needs.missed({ ...test, command: "c0" }), env);
  });
});
