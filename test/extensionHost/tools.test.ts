/** The tools in the real extension host, called as another extension calls them. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { callTool, closeEditors, decide, inWorkspace, onDisk, put, shownProposal, typeInto } from "./support/workspace";

describe("tools in VS Code", () => {
  afterEach(closeEditors);

  it("are all registered under their declared names", () => {
    const declared = vscode.extensions.getExtension("toolcrib.toolcrib")?.packageJSON.contributes
      .languageModelTools as { name: string }[];
    const registered = vscode.lm.tools.map((tool) => tool.name);
    assert.ok(declared.length >= 14);
    for (const { name } of declared) assert.ok(registered.includes(name), name);
  });

  it("read what is unsaved in an editor (D-8)", async () => {
    put("unsaved.txt", "on disk\n");
    await typeInto("unsaved.txt", "typed ");
    assert.equal(await callTool("read_file", { path: "unsaved.txt" }), "typed on disk\n");
    assert.equal(onDisk("unsaved.txt").toString(), "on disk\n");
  });

  it("edit what is unsaved in an editor, save it, and undo to the bytes before (D-8, D-17)", async () => {
    put("edited.txt", "one\r\ntwo\r\n");
    const document = await typeInto("edited.txt", "zero\r\n");
    await callTool("read_file", { path: "edited.txt" });
    const call = callTool("edit_file", { path: "edited.txt", old_string: "one\ntwo", new_string: "eins\nzwei" });
    await decide("accept");
    assert.match(await call, /^Edited edited\.txt: 1 replacement \(line 2\)\./);
    assert.equal(onDisk("edited.txt").toString(), "zero\r\neins\r\nzwei\r\n");
    assert.equal(document.getText(), "zero\r\neins\r\nzwei\r\n");
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand("toolcrib.undo");
    assert.equal(onDisk("edited.txt").toString(), "zero\r\none\r\ntwo\r\n");
  });

  it("write what was planned where VS Code changes what it saves, and undo to the bytes before", async () => {
    const files = vscode.workspace.getConfiguration("files");
    const trim = (value?: true) => files.update("trimTrailingWhitespace", value, vscode.ConfigurationTarget.Workspace);
    await trim(true);
    try {
      put("spaces.txt", "hard break  \nend\n");
      const document = await typeInto("spaces.txt", "zero  \n");
      await callTool("read_file", { path: "spaces.txt" });
      const call = callTool("edit_file", { path: "spaces.txt", old_string: "end", new_string: "END  " });
      await decide("accept");
      await call;
      const after = "zero  \nhard break  \nEND  \n";
      assert.equal(onDisk("spaces.txt").toString(), after);
      for (let looks = 0; looks < 100 && document.getText() !== after; looks++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(document.getText(), after);
      assert.equal(document.isDirty, false);
      await vscode.commands.executeCommand("toolcrib.undo");
      assert.equal(onDisk("spaces.txt").toString(), "zero  \nhard break  \nend\n");
    } finally {
      await trim();
    }
  });

  it("leave an editor as it was where VS Code cannot save it", async () => {
    put("newer.txt", "one\n");
    const document = await typeInto("newer.txt", "zero\n");
    await callTool("read_file", { path: "newer.txt" });
    const call = callTool("edit_file", { path: "newer.txt", old_string: "one", new_string: "eins" });
    await shownProposal();
    // VS Code saves over nothing that is newer on the disk than in the editor.
    put("newer.txt", "of somebody else, and longer\n");
    await decide("accept");
    assert.match(await call, /^VS Code could not save newer\.txt: it is as it was; ask the person to save it\./);
    assert.equal(document.getText(), "zero\none\n");
    assert.equal(onDisk("newer.txt").toString(), "of somebody else, and longer\n");
  });

  it("keep a byte order mark and UTF-16 (D-9)", async () => {
    const mark = Buffer.from([0xff, 0xfe]);
    put("wide.txt", Buffer.concat([mark, Buffer.from("häuser\n", "utf16le")]));
    await callTool("read_file", { path: "wide.txt" });
    const call = callTool("edit_file", { path: "wide.txt", old_string: "häuser", new_string: "straßen" });
    await decide("accept");
    await call;
    assert.deepEqual(onDisk("wide.txt"), Buffer.concat([mark, Buffer.from("straßen\n", "utf16le")]));
  });

  it("refuse an edit when the person typed into the file since it was read (D-10)", async () => {
    put("typed.txt", "text\n");
    await callTool("read_file", { path: "typed.txt" });
    await typeInto("typed.txt", "more ");
    assert.match(
      await callTool("edit_file", { path: "typed.txt", old_string: "text", new_string: "words" }),
      /^typed\.txt has changed since it was read: read it again with read_file/,
    );
    assert.equal(onDisk("typed.txt").toString(), "text\n");
  });

  it("refuse an accepted edit when the file changed under review (D-10)", async () => {
    put("raced.txt", "text\n");
    await callTool("read_file", { path: "raced.txt" });
    const call = callTool("edit_file", { path: "raced.txt", old_string: "text", new_string: "words" });
    await shownProposal();
    put("raced.txt", "someone else's text\n");
    await decide("accept");
    assert.match(await call, /^raced\.txt was changed since it was planned, so nothing was written/);
    assert.equal(onDisk("raced.txt").toString(), "someone else's text\n");
  });

  it("write nothing when the proposal is rejected, or its editor closed", async () => {
    const rejected = callTool("write_file", { path: "rejected.txt", content: "x" });
    await decide("reject");
    assert.match(await rejected, /^The person declined this: Create rejected\.txt\. Nothing was done\./);
    const closed = callTool("write_file", { path: "closed.txt", content: "x" });
    await shownProposal();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.match(await closed, /the review was closed without accepting/);
    assert.deepEqual([existsSync(inWorkspace("rejected.txt")), existsSync(inWorkspace("closed.txt"))], [false, false]);
  });

  it("write what the person made of the proposal, and say so (D-16)", async () => {
    const call = callTool("write_file", { path: "made/new.txt", content: "proposed\n" });
    const uri = await shownProposal();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(1, 0), "added by hand\n");
    await vscode.workspace.applyEdit(edit);
    await decide("accept");
    assert.match(await call, /The person changed your proposal for made\/new\.txt[\s\S]*\+added by hand/);
    assert.equal(onDisk("made/new.txt").toString(), "proposed\nadded by hand\n");
    await vscode.commands.executeCommand("toolcrib.undo");
    assert.equal(existsSync(inWorkspace("made")), false, "the folder that was made for it is gone too");
  });

  it("end a call whose token is cancelled while it waits for the person", async () => {
    const source = new vscode.CancellationTokenSource();
    const call = callTool("write_file", { path: "cancelled.txt", content: "x" }, source.token);
    await shownProposal();
    source.cancel();
    await assert.rejects(call.then((text) => Promise.reject(new Error(text))));
    assert.equal(existsSync(inWorkspace("cancelled.txt")), false);
  });

  it("find, list, search and run", async () => {
    assert.match(
      await callTool("find_files", { pattern: "price.*" }),
      /^Found 2 files matching "price\.\*", newest first:\n/,
    );
    assert.match(await callTool("list_directory", { path: "src" }), /^cart\.js \(\d+ bytes\)\n/);
    assert.match(
      await callTool("search_text", { pattern: "BULK_DISCOUNT =" }),
      /^1 matching line in 1 file:\nsrc\/price\.js:3: /,
    );
    assert.match(
      await callTool("run_command", { command: "cat nowhere.txt" }),
      /^\[stderr\] cat: nowhere\.txt: .*\n\[exit code: 1, \d+ ms, (in the|no) sandbox\]$/,
    );
  });

  it("answer bad input with one sentence", async () => {
    assert.equal(await callTool("read_file", {}), 'read_file needs the parameter "path", which is missing.');
    assert.match(
      await callTool("read_file", { path: "../outside" }),
      /^Denied by policy: .* is outside the workspace\./,
    );
    assert.match(
      await callTool("run_command", { command: "sudo id" }),
      /^Denied by policy: sudo runs commands with other rights\./,
    );
  });
});
