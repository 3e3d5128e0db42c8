import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { bubblewrapArguments } from "../../../src/node/sandbox/bubblewrap/bubblewrap";
import { type Mount, mountsInOrder } from "../../../src/node/sandbox/places/mount";
import { seatbeltProfile } from "../../../src/node/sandbox/seatbelt";
import { limitText, supervisorText } from "../../../src/node/sandbox/supervisor";
import { limits } from "./support/limits";

const mount = (kind: Mount["kind"], path: string, more: Partial<Mount> = {}): Mount => ({
  kind,
  path,
  isFolder: true,
  ...more,
});

describe("the mounts of a sandbox (D-15)", () => {
  it("outer ones come first, one for each path, the strictest", () => {
    const mounts = [
      mount("hidden", "/ws/.agents"),
      mount("readOnly", "/ws/.git/hooks"),
      mount("writable", "/ws/.git"),
      mount("readOnly", "/ws/.ssh"),
      mount("hidden", "/ws/.ssh"),
      mount("writable", "/ws"),
    ];
    assert.deepEqual(
      mountsInOrder(mounts).map(({ kind, path }) => `${kind} ${path}`),
      ["writable /ws", "hidden /ws/.agents", "writable /ws/.git", "hidden /ws/.ssh", "readOnly /ws/.git/hooks"],
    );
  });

  it("nothing in a hidden place is shown again but a root", () => {
    const mounts = [
      mount("writable", "/tmp", { from: "/state/temp" }),
      mount("hidden", "/tmp/world/home"),
      mount("writable", "/tmp/world/ws"),
      mount("hidden", "/ws/.agents"),
      mount("readOnly", "/ws/.agents/b/.git/hooks"),
      mount("masked", "/ws/.agents/b/.vscode"),
      mount("writable", "/ws/.agents/mine"),
      mount("readOnly", "/ws/.agents/mine/.env"),
      mount("writable", "/ws"),
    ];
    assert.deepEqual(
      mountsInOrder(mounts).map(({ path }) => path),
      ["/tmp", "/ws", "/ws/.agents", "/tmp/world/ws", "/ws/.agents/mine", "/ws/.agents/mine/.env"],
    );
  });

  it("no mount is covered by a later one, whatever they are", () => {
    const path = fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
      .map((names) => `/${names.join("/")}`);
    const any = fc.record({ kind: fc.constantFrom<Mount["kind"]>("writable", "readOnly", "hidden", "masked"), path });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (some) => {
        const ordered = mountsInOrder(some.map(({ kind, path }) => mount(kind, path)));
        assert.equal(new Set(ordered.map(({ path }) => path)).size, ordered.length);
        for (const [at, { path }] of ordered.entries())
          for (const later of ordered.slice(at + 1)) assert.ok(!path.startsWith(`${later.path}/`));
        const strictest = ["writable", "readOnly", "masked", "hidden"];
        for (const { path, kind } of ordered)
          for (const given of some.filter((one) => one.path === path))
            assert.ok(strictest.indexOf(given.kind) <= strictest.indexOf(kind));
        // What was to be hidden is never shown: it is hidden itself, or lies in something that is.
        for (const { path } of some.filter(({ kind }) => kind === "hidden"))
          assert.ok(
            ordered.some(
              (one) => one.kind !== "writable" && one.kind !== "readOnly" && `${path}/`.startsWith(`${one.path}/`),
            ),
          );
      }),
    );
  });
});

describe("the arguments of bubblewrap (D-15)", () => {
  const layout = {
    mounts: [
      mount("hidden", "/h/.netrc", { isFolder: false }),
      mount("hidden", "/h/.ssh"),
      mount("masked", "/ws/.idea"),
      mount("readOnly", "/ws/.env", { isFolder: false }),
      mount("writable", "/tmp", { from: "/s/t" }),
      mount("writable", "/ws"),
    ],
    emptyFolder: "/s/empty",
    emptyFile: "/s/nothing",
    cwd: "/ws/sub",
  };
  const fixed =
    "--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --die-with-parent --cap-drop ALL --disable-userns --ro-bind / / --dev /dev --tmpfs /dev/shm --tmpfs /run --proc /proc --remount-ro /proc --remount-ro /dev --ro-bind-try /run/current-system /run/current-system";
  const mounts =
    "--bind /s/t /tmp --bind /ws /ws --ro-bind /s/nothing /h/.netrc --ro-bind /s/empty /h/.ssh --ro-bind /ws/.env /ws/.env --ro-bind /s/empty /ws/.idea";
  const end = "--remount-ro /run --chdir /ws/sub";

  it("are these", () => {
    assert.equal(
      bubblewrapArguments(layout, { disableUserns: true, filters: false }).join(" "),
      `${fixed} ${mounts} ${end}`,
    );
  });

  it("a hidden folder with a place that is opened in it is closed when all of these are there (EX-4)", () => {
    const opened = [
      mount("hidden", "/h"),
      mount("hidden", "/base"),
      mount("writable", "/base/own"),
      mount("readOnly", "/base/own/.exec_history", { isFolder: false }),
      mount("hidden", "/base/own/closed"),
      mount("hidden", "/base/other"),
    ];
    assert.equal(
      bubblewrapArguments({ ...layout, mounts: opened }, { disableUserns: true, filters: false }).join(" "),
      `${fixed} --tmpfs /base --ro-bind /s/empty /h --bind /base/own /base/own --ro-bind /base/own/.exec_history /base/own/.exec_history --ro-bind /s/empty /base/own/closed --remount-ro /base ${end}`,
    );
  });

  it("without what an old one does not know, and with the sockets that lead out", () => {
    assert.equal(
      bubblewrapArguments({ ...layout, sockets: "/x" }, { disableUserns: false, filters: false }).join(" "),
      `${fixed.replace(" --disable-userns", "")} ${mounts} --ro-bind /x /run/toolcrib ${end}`,
    );
  });
});

describe("the shell text around a command (HB-6)", () => {
  it("sets the limits, in the units of the shell", () => {
    assert.equal(
      limitText(limits, 100, true),
      "ulimit -St 10 2>/dev/null; ulimit -Ht 15 2>/dev/null; ulimit -f 2048 2>/dev/null; ulimit -u 150 2>/dev/null; ulimit -d 3072 2>/dev/null",
    );
    assert.match(limitText(limits, 100, false), /ulimit -f 4096 /);
    assert.doesNotMatch(limitText({ ...limits, memoryMegabytes: 0 }, 100, true), /-d/);
  });

  it("around a sandboxed command does nothing outside of one: at its end it signals every process there is", () => {
    // Should it ever get that far, it only says what it would have done.
    const harmless = `kill() { echo "kill $*"; }\n${supervisorText("true", [], "/dev/null")}`;
    const { status, stdout } = spawnSync("bash", ["-c", harmless, "bash", "echo ran"]);
    assert.deepEqual([status, stdout.toString()], [125, ""]);
  });

  it("quotes whatever a path holds, as the shell reads it back", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("\0")),
        (text) => {
          assert.equal(execFileSync("bash", ["-c", `printf %s ${quoted(text)}`], { encoding: "utf8" }), text);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("the profile of seatbelt (D-15)", () => {
  it("denies writing and the network, then allows what is named, later rules last", () => {
    const profile = seatbeltProfile({
      writable: ['/Users/u/a "b"'],
      readOnly: ["/Users/u/a/.git/hooks"],
      hidden: ["/Users/u/.ssh", "/state"],
      opened: ["/state/temp"],
      ports: [3128],
    });
    assert.deepEqual(profile.split("\n"), [
      "(version 1)",
      "(allow default)",
      "(deny network*)",
      '(allow network-outbound (remote ip "localhost:3128"))',
      '(allow network-bind network-inbound (local ip "localhost:*"))',
      '(deny mach-lookup (global-name-regex #"^com\\.apple\\.(securityd|SecurityServer|pasteboard)"))',
      "(deny file-write*)",
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (literal "/dev/stdout") (literal "/dev/stderr"))',
      '(allow file-write* (subpath "/Users/u/a \\"b\\""))',
      '(deny file-write* (subpath "/Users/u/a/.git/hooks"))',
      '(deny file-read* file-write* (subpath "/Users/u/.ssh") (subpath "/state"))',
      '(allow file-read* file-write* (subpath "/state/temp"))',
      "(deny process-info* (target others))",
      "(deny signal (target others))",
      "(allow signal (target same-sandbox))",
      "",
    ]);
  });

  it("says again what holds in a folder that is opened in a hidden one (EX-4)", () => {
    const profile = seatbeltProfile({
      writable: ["/base/own", "/ws"],
      readOnly: ["/base/own/.exec_history", "/ws/.git/hooks"],
      hidden: ["/base", "/base/own/closed", "/ws/closed"],
      opened: ["/base/own"],
      shown: ["/base/shown"],
      ports: [],
    });
    const rules = profile.split("\n");
    assert.deepEqual(rules.slice(rules.indexOf('(allow file-read* file-write* (subpath "/base/own"))'), -4), [
      '(allow file-read* file-write* (subpath "/base/own"))',
      '(allow file-read* (subpath "/base/shown"))',
      '(deny file-write* (subpath "/base/own/.exec_history"))',
      '(deny file-read* file-write* (subpath "/base/own/closed"))',
    ]);
  });

  it("has no rule without a path, for that would mean every path", () => {
    const profile = seatbeltProfile({ writable: [], readOnly: [], hidden: [], opened: [], ports: [] });
    assert.doesNotMatch(
      profile,
      /\((?:allow|deny) file-(?:read|write)\*[^()]*\)\n\((?!allow file-write\* \(literal)(?:allow|deny) file/,
    );
    assert.equal(profile.match(/^\(deny file-write\*\)$/gm)?.length, 1);
  });
});
