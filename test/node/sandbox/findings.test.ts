import assert from "node:assert/strict";
import {
  type HeldEnding,
  localNotes,
  machineNotes,
  reachedLimits,
  refusalNotes,
  Tail,
} from "../../../src/node/sandbox/findings";
import { absentPlace } from "../../../src/node/sandbox/places/absentPlaces";
import { limits } from "./support/limits";

describe("what is told of a command that met the sandbox (D-15, HB-6)", () => {
  const ending = (tail: string, exitCode: number | undefined = 1, signal?: string) => ({ tail, exitCode, signal });

  const ofHosts = (refused: ReadonlyMap<string, string>, troubles: ReadonlyMap<string, string> = new Map()) => ({
    refused,
    troubles: () => troubles,
  });

  const refusals: [tail: string, part: string | undefined][] = [
    ["touch: cannot touch '/etc/x': Read-only file system", "lets commands write"],
    ["Error: EROFS: read-only file system, open '/x'", "lets commands write"],
    ["mv: cannot move '.git' to 'x': Device or resource busy", "lets commands write"],
    ["curl: (6) Could not resolve host: example.com", "has no network"],
    ["connect: Network is unreachable", "has no network"],
    ["Error: getaddrinfo EAI_AGAIN packages.example.org", "has no network"],
    ["mount: /: Operation not permitted", "gives no rights"],
    ["3 tests failed", undefined],
  ];
  for (const [tail, part] of refusals)
    it(tail, () => {
      const notes = refusalNotes(ending(tail), undefined);
      assert.equal(notes.length, part === undefined ? 0 : 1);
      if (part) assert.ok(notes[0]?.startsWith(`[The sandbox ${part}`), notes[0]);
      assert.deepEqual(refusalNotes(ending(tail, 0), undefined), []);
    });

  it("a clone that git cannot make of links", () => {
    assert.deepEqual(
      refusalNotes(ending("fatal: hardlink different from source at 'sub/.git/objects/12/34'"), undefined),
      [
        "[In the sandbox git cannot share files with the repository that it copies: give git clone --no-hardlinks. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
      ],
    );
  });

  describe("a server of this machine that nobody finds in a sandbox", () => {
    for (const tail of [
      "curl: (7) Failed to connect to localhost port 5199 after 0 ms: Couldn't connect to server",
      "Error: connect ECONNREFUSED 127.0.0.1:5199",
      "Error: connect ECONNREFUSED ::1:5199",
      "Connecting to localhost (localhost)|127.0.0.1|:5199... failed: Connection refused.",
      "dial tcp 127.0.0.1:5199: connect: connection refused",
      'connection to server at "localhost" (127.0.0.1), port 5199 failed: Connection refused',
    ])
      it(tail, () =>
        assert.deepEqual(localNotes(ending(tail), { onlyReads: true }), [
          "[The sandbox has a localhost of its own, where nothing answered at port 5199: start the server in the same command, or let a person name localhost:5199 in the setting toolcrib.web.allowLocal. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
        ]),
      );
    it("is told of by the exit code of a silent curl, for the port that it was to ask", () => {
      assert.deepEqual(
        localNotes(ending("", 7), { onlyReads: true, asksPort: "5199" }),
        localNotes(ending("Error: connect ECONNREFUSED 127.0.0.1:5199"), {}),
      );
      assert.deepEqual(localNotes(ending("", 7), {}), []);
      assert.deepEqual(localNotes(ending("", 1), { asksPort: "5199" }), []);
      assert.deepEqual(localNotes(ending("", 0), { asksPort: "5199" }), []);
    });
    it("is not told of where the command went well, or looked elsewhere", () => {
      assert.deepEqual(localNotes(ending("connect ECONNREFUSED 127.0.0.1:5199", 0), {}), []);
      assert.deepEqual(localNotes(ending("connect ECONNREFUSED 10.0.0.1:5199"), {}), []);
      assert.deepEqual(localNotes(ending("listening on localhost:5199; 3 tests failed"), {}), []);
    });
  });

  it("a list of processes or ports is said to be the sandbox's own, and a signal that found nobody", () => {
    const told = [
      "[In the sandbox only the command's own processes and ports exist. Background jobs are there for job_output and job_stop. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
    ];
    assert.deepEqual(machineNotes(ending("", 0), { looksAtMachine: "lists", onlyReads: true }), told);
    assert.deepEqual(machineNotes(ending("no such process"), { looksAtMachine: "signals" }), told);
    assert.deepEqual(machineNotes(ending("", 0), { looksAtMachine: "signals" }), []);
    assert.deepEqual(machineNotes(ending("no such process"), {}), []);
  });

  it("a pkill -f that ended its own shell is said to have done so, and nothing else of one that found nobody", () => {
    const itself = [
      "[pkill -f ended the shell of this command, because the shell's command line contains the same text: nothing after it ran. Leave it out, because in the sandbox only the command's own processes exist; kill $! ends one that it started in the background. Background jobs are there for job_output and job_stop.]",
    ];
    assert.deepEqual(machineNotes(ending("", 143), { looksAtMachine: "signalsItself", onlyReads: true }), itself);
    assert.deepEqual(machineNotes(ending("", 137), { looksAtMachine: "signalsItself" }), itself);
    assert.deepEqual(
      machineNotes(ending("", 1), { looksAtMachine: "signalsItself" }),
      machineNotes(ending("", 1), { looksAtMachine: "signals" }),
    );
    assert.deepEqual(machineNotes(ending("", 0), { looksAtMachine: "signalsItself" }), []);
  });

  const missedHosts = [
    "curl: (6) Could not resolve host: files.example.com",
    "fatal: unable to access 'https://files.example.com/x.git/': Could not resolve host: files.example.com",
    "ssh: Could not resolve hostname files.example.com: Temporary failure in name resolution",
    "npm error request to https://files.example.com/x failed, reason: getaddrinfo EAI_AGAIN files.example.com",
    "wget: unable to resolve host address \u2018files.example.com\u2019",
    "Err:1 Temporary failure resolving 'files.example.com'",
    "HTTPSConnectionPool(host='files.example.com', port=443): [Errno -3] Temporary failure in name resolution",
    "dial tcp: lookup files.example.com on 1.1.1.1:53: connect: Network is unreachable",
  ];
  for (const tail of missedHosts)
    it(`names the host of: ${tail}`, () => {
      assert.deepEqual(refusalNotes(ending(tail), undefined), [
        "[The sandbox has no network, so the command did not reach files.example.com. A person can allow hosts in the setting toolcrib.web.allowedHosts. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
      ]);
    });

  it("in an agent's own workspace it is told that nothing leaves the sandbox from there (EX-4)", () => {
    const told = (tail: string, refused = new Map<string, string>()) =>
      refusalNotes(ending(tail), ofHosts(refused), { alone: true });
    const advice = "If the command needs it, tell the person why: commands here cannot leave the sandbox.";
    assert.deepEqual(told("Read-only file system", new Map([["x.test", "it is denied"]])), [
      `[The sandbox refused a connection to x.test: it is denied. ${advice}]`,
      `[The sandbox lets commands write in the agent's own workspace and /tmp only, and not to its .exec_history. ${advice}]`,
    ]);
    assert.deepEqual(told("Operation not permitted"), [
      `[The sandbox gives no rights beyond those of a plain user, and no access to other processes. ${advice}]`,
    ]);
  });

  it("where the sandbox is required it is told that nobody lets it out (D-15)", () => {
    const advice =
      "If the command needs it, tell the person why: the setting toolcrib.sandbox does not let commands leave the sandbox.";
    assert.deepEqual(refusalNotes(ending("Operation not permitted"), undefined, { mode: "required" }), [
      `[The sandbox gives no rights beyond those of a plain user, and no access to other processes. ${advice}]`,
    ]);
  });

  it("hosts that did not answer are named where the command failed, in place of a guess from its words", () => {
    const hosts = ofHosts(new Map(), new Map([["x.test", "accepted the connection but sent nothing for 20 s"]]));
    assert.deepEqual(refusalNotes(ending("getaddrinfo EAI_AGAIN x.test"), hosts), [
      "[x.test accepted the connection but sent nothing for 20 s. The sandbox allows this host: check its name and port, try again later, or tell the person.]",
    ]);
    assert.deepEqual(refusalNotes(ending("", 0), hosts), []);
  });

  it("refused hosts are named even when the command did not mind", () => {
    const notes = refusalNotes(ending("", 0), ofHosts(new Map([["x.test", "it is denied"]])));
    assert.match(
      notes.join("|"),
      /^\[The sandbox refused a connection to x\.test: it is denied\. If .* a person is asked then\.\]$/,
    );
  });

  const met = (one: HeldEnding) =>
    reachedLimits(one, limits).map(({ name, most, effect }) => `${effect} ${name} ${most}`);

  it("limits are told by the signal and by the shell's code for it", () => {
    assert.deepEqual(met(ending("", 152)), ["refused cpuSeconds 10"]);
    assert.deepEqual(met(ending("", undefined, "SIGXCPU")), ["refused cpuSeconds 10"]);
    assert.deepEqual(met(ending("", 153)), ["refused fileMegabytes 2"]);
    assert.deepEqual(met(ending("", undefined, "SIGXFSZ")), ["refused fileMegabytes 2"]);
  });

  it("the usual words alone make them likely, and of a command that did well nothing is said", () => {
    assert.deepEqual(met(ending("write error: File too large")), ["likely fileMegabytes 2"]);
    assert.deepEqual(met(ending("bash: fork: retry: Resource temporarily unavailable")), ["likely processes 50"]);
    assert.deepEqual(met(ending("MemoryError")), ["likely memoryMegabytes 3"]);
    assert.deepEqual(
      met(
        ending(
          "==15==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000 (errno: 12)",
        ),
      ),
      ["likely memoryMegabytes 3"],
    );
    assert.deepEqual(met(ending("RangeError: Array buffer allocation failed")), ["likely memoryMegabytes 3"]);
    for (const one of [
      ending("FATAL ERROR: JavaScript heap out of memory"),
      ending("MemoryError", 0),
      ending("line 3: CPU time limit exceeded"),
      ending("all is well"),
    ])
      assert.deepEqual(met(one), []);
  });

  it("what was seen of the processes makes them sure", () => {
    const seen = { cpuSeconds: 10, processSeconds: 3, tasks: 50 };
    assert.deepEqual(met({ ...ending("line 3: CPU time limit exceeded", 0), seen }), ["refused cpuSeconds 10"]);
    assert.deepEqual(met({ ...ending("", 0), seen }), []);
    assert.deepEqual(met({ ...ending("", 0), seen: { ...seen, processSeconds: 10 } }), ["refused cpuSeconds 10"]);
    assert.deepEqual(met({ ...ending("EAGAIN"), seen }), []);
    assert.deepEqual(met({ ...ending("spawn x EAGAIN"), seen }), ["refused processes 50"]);
    assert.deepEqual(met({ ...ending("spawn x EAGAIN"), seen: { ...seen, tasks: 49 } }), ["likely processes 50"]);
  });

  it("the limit for which it was stopped is the only one told", () => {
    const stoppedAt = { name: "runMemoryMegabytes", most: 4, effect: "stopped" } as const;
    assert.deepEqual(met({ ...ending("MemoryError", 152), stoppedAt }), ["stopped runMemoryMegabytes 4"]);
  });

  it("the end of a flood is kept in bounded room", () => {
    const tail = new Tail();
    for (let at = 0; at < 3000; at++) tail.add(Buffer.from(`line ${at}\n`.repeat(10)));
    tail.add(Buffer.alloc(200_000, "x"));
    tail.add(Buffer.from("the end"));
    assert.equal(tail.text(), `${"x".repeat(16 * 1024 - 7)}the end`);
  });

  describe("of a place that is not there for commands that run unasked (D-13)", () => {
    const places = [{ path: "/usr" }, { path: "/home/u/ws" }, { path: "/bin" }];
    const missed = (tail: string, exitCode = 1) => absentPlace({ exitCode, signal: undefined, tail }, places);

    it("names the first in what it says of something missing, whether it is there for others or not", () => {
      assert.equal(
        missed("error: unable to normalize alternate object path: /home/u/other repo/.git/objects\nfatal: x"),
        "/home/u/other repo/.git/objects",
      );
      assert.equal(missed("Cannot open /run/x.sock. Is the daemon running?"), "/run/x.sock");
      assert.equal(missed("cat: '/nowhere/at/all': No such file or directory"), "/nowhere/at/all");
      assert.equal(missed("/bin/bash: line 1: tsc: command not found\nError: ENOENT, open '/srv/x'"), "/srv/x");
      assert.equal(missed(`cannot open /srv/\u202e${"x".repeat(300)}`)?.length, 200 + "\\u{202e}".length - 1);
    });

    it("names none where all went well, nothing is missing, or what is missing lies in what it sees", () => {
      assert.equal(missed("cat: /srv/x: No such file or directory", 0), undefined);
      assert.equal(missed("1c1\n< /srv/x\n---\n> /srv/y"), undefined);
      assert.equal(
        missed("cat: /home/u/ws/a b: No such file or directory\n/bin/bash: line 1: x: not found"),
        undefined,
      );
      assert.equal(missed("cat: a.txt: No such file or directory"), undefined);
      assert.equal(
        missed("Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"),
        undefined,
      );
    });
  });
});
