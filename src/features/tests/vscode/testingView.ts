/** Runs of tests by agents, in VS Code's Testing view. */
import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import type { LocatedFailure } from "../../../lib/testRuns/reportLine";
import { fileUri } from "../../../vscode/files/fileUri";
import type { TestRunFacts, TestRuns } from "../testRuns";

/** Shows each run; VS Code hears of us with the first. */
export class TestingView implements vscode.Disposable {
  readonly #endListening: () => void;
  #controller: vscode.TestController | undefined;

  constructor(runs: TestRuns) {
    this.#endListening = runs.onRun((run) => this.#show(run));
  }

  #show(facts: TestRunFacts): void {
    if (!facts.report) return;
    this.#controller ??= vscode.tests.createTestController(
      "toolcrib",
      vscode.l10n.t("Toolcrib: tests that agents ran"),
    );
    const controller = this.#controller;
    const { failures, passed, failed } = facts.report;
    const items = failures.map((failure, at) => itemOf(controller, failure, at));
    const all = controller.createTestItem("all", vscode.l10n.t("{0} passed, {1} failed", passed ?? 0, failed));
    all.description = facts.command;
    all.children.replace(items);
    controller.items.replace([all]);
    const run = controller.createTestRun(new vscode.TestRunRequest([all]), facts.command, false);
    run.appendOutput(`${revealed(facts.output).replace(/\r?\n/g, "\r\n")}\r\n`);
    for (const [at, item] of items.entries()) run.failed(item, messageOf(failures[at] as LocatedFailure));
    if (items.length === 0 && facts.exitCode === 0) run.passed(all);
    run.end();
  }

  dispose(): void {
    this.#endListening();
    this.#controller?.dispose();
  }
}

const rangeOf = ({ line = 1, column = 1 }: LocatedFailure): vscode.Range => {
  const start = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  return new vscode.Range(start, start);
};

function itemOf(controller: vscode.TestController, failure: LocatedFailure, at: number): vscode.TestItem {
  const item = controller.createTestItem(
    `${at} ${failure.name}`,
    revealed(failure.name),
    failure.target && fileUri(failure.target),
  );
  if (failure.target) item.range = rangeOf(failure);
  return item;
}

function messageOf(failure: LocatedFailure): vscode.TestMessage {
  const message = new vscode.TestMessage(revealed(failure.message || failure.stack || vscode.l10n.t("failed")));
  if (failure.target) message.location = new vscode.Location(fileUri(failure.target), rangeOf(failure));
  return message;
}
