import assert from "node:assert/strict";
import * as z from "zod";
import type { EffectKind } from "../../src/core/effect";
import { type AnyTool, capability, inputSchema, safetyLevel } from "../../src/core/tool";
import { tools } from "../../src/tools";
import { toolOf } from "../support/bareCrib";

const touching = (...touches: EffectKind[]): AnyTool => toolOf(() => Promise.reject(new Error("unused")), { touches });
const level = (tool: AnyTool) => safetyLevel(capability(tool));

describe("safety level (IFC-6, IFC-9)", () => {
  it("is computed from dry run and undo; dry run alone counts for nothing", () =>
    assert.deepEqual(
      [
        safetyLevel({ dryRun: false, reversible: false }),
        safetyLevel({ dryRun: true, reversible: false }),
        safetyLevel({ dryRun: false, reversible: true }),
        safetyLevel({ dryRun: true, reversible: true }),
      ],
      [0, 0, 1, 2],
    ));

  it("follows from the effects a tool may have (IFC-5)", () => {
    const both = { dryRun: true, reversible: true };
    const none = { dryRun: false, reversible: false };
    assert.deepEqual(
      [
        ["write"],
        ["read", "write"],
        ["list", "write"],
        ["read"],
        ["list"],
        ["exec"],
        ["write", "exec"],
        ["write", "fetch"],
        ["delegate"],
        [],
      ].map((kinds) => capability(touching(...(kinds as EffectKind[])))),
      [both, both, both, none, none, none, none, none, none, none],
    );
  });

  it("of every tool", () =>
    assert.deepEqual(Object.fromEntries(Object.values(tools).map((tool) => [tool.name, level(tool)])), {
      read_file: 0,
      write_file: 2,
      edit_file: 2,
      apply_patch: 2,
      move_file: 2,
      delete_file: 2,
      list_directory: 0,
      find_files: 0,
      search_text: 0,
      gitignore: 2,
      run_command: 0,
      job_output: 0,
      job_stop: 0,
      submit_plan: 0,
    }));
});

describe("metadata (IFC-3, IFC-7)", () => {
  it("is exactly this", () => {
    const reading = { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true };
    assert.deepEqual(Object.fromEntries(Object.values(tools).map(({ name, metadata }) => [name, metadata])), {
      read_file: reading,
      list_directory: reading,
      find_files: reading,
      search_text: reading,
      gitignore: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: true },
      write_file: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: true },
      edit_file: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false },
      apply_patch: { concurrencySafe: false, readOnly: false, destructive: true, idempotent: false },
      move_file: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false },
      delete_file: { concurrencySafe: false, readOnly: false, destructive: true, idempotent: false },
      run_command: {
        concurrencySafe: false,
        readOnly: false,
        destructive: true,
        idempotent: false,
        searchHint: "shell command execute terminal",
      },
      job_output: {
        concurrencySafe: true,
        readOnly: true,
        destructive: false,
        idempotent: false,
        searchHint: "background task status log tail wait",
      },
      job_stop: {
        concurrencySafe: true,
        readOnly: false,
        destructive: false,
        idempotent: true,
        searchHint: "background task kill cancel terminate",
      },
      submit_plan: {
        concurrencySafe: false,
        readOnly: true,
        destructive: false,
        idempotent: false,
        searchHint: "plan mode approval proposal exit",
      },
    });
  });

  it("a read-only tool declares no effect that changes anything", () => {
    for (const { name, metadata, touches } of Object.values(tools))
      if (metadata.readOnly)
        assert.ok(
          touches.every((kind) => kind === "read" || kind === "list" || kind === "present"),
          name,
        );
  });
});

describe("inputSchema", () => {
  it("is plain JSON Schema, required only where there is no default, without zod's own bounds", () =>
    assert.deepEqual(
      inputSchema(
        z.object({
          a: z.string().min(1).describe("An a."),
          b: z.number().int().min(0).default(3),
          c: z.boolean().optional(),
          d: z.number().int().max(9),
        }),
      ),
      {
        type: "object",
        properties: {
          a: { type: "string", minLength: 1, description: "An a." },
          b: { type: "integer", minimum: 0, default: 3 },
          c: { type: "boolean" },
          d: { type: "integer", maximum: 9 },
        },
        required: ["a", "d"],
      },
    ));
});
