import assert from "node:assert/strict";
import { Session } from "../../../src/core/session/session";
import { ChatSessions } from "../../../src/features/toolCalls/chatSessions";

const local = "vscode-chat-session://local/one";
const stat = { version: "1" } as Parameters<Session["knows"]>[1];

describe("sessions of chats", () => {
  const opened = () => {
    const common = new Session("chat");
    return { common, sessions: new ChatSessions(common) };
  };

  it("keeps what each chat knows apart, and gives calls of no chat one of their own", () => {
    const { sessions } = opened();
    sessions.of(local).noteSeen("/a", "1");
    assert.equal(sessions.of(local).knows("/a", stat), "current");
    for (const other of ["vscode-chat-session://local/two", undefined])
      assert.equal(sessions.of(other).knows("/a", stat), "unread");
    sessions.of(undefined).folder = "/elsewhere";
    assert.equal(sessions.of(undefined).folder, "/elsewhere");
    assert.equal(sessions.of(local).folder, undefined);
    assert.equal(sessions.of(local).agent, "chat");
  });

  it("shares plan mode, taint and activated tools among all", () => {
    const { common, sessions } = opened();
    const one = sessions.of(local);
    one.activations.add("delete_file");
    one.plan.enter();
    for (const other of [common, sessions.of(undefined)]) {
      assert.equal(other.activations.has("delete_file"), true);
      assert.equal(other.plan.isOn, true);
      assert.equal(other.taint, one.taint);
    }
  });

  it("knows where tools that were activated come with the next turn: in the Agent Host, and where no chat is told", () => {
    const { sessions } = opened();
    const listed = ["agent-host-copilotcli:/1", "agent-host-claude:/1", undefined, local];
    assert.deepEqual(
      listed.map((chat) => sessions.of(chat).listsToolsPerTurn),
      [true, true, true, false],
    );
  });

  it("forgets the chat that was used longest ago", () => {
    const { sessions } = opened();
    const first = sessions.of("chat:0");
    const second = sessions.of("chat:1");
    for (let chat = 2; chat < 50; chat++) sessions.of(`chat:${chat}`);
    assert.equal(sessions.of("chat:0"), first);
    sessions.of("chat:50");
    assert.equal(sessions.of("chat:0"), first);
    assert.notEqual(sessions.of("chat:1"), second);
  });
});
