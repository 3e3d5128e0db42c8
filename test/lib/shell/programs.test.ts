/** Every row of the table of programs carries calls that must run unasked and calls that must not (D-13). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { programs } from "../../../src/lib/shell/programs";
import { isReadOnly, usageOf } from "../../../src/lib/shell/usage";

const reasons = (command: string): string[] => {
  const analysis = analyse(command);
  return [
    ...(analysis.problem === undefined ? [] : [analysis.problem]),
    ...analysis.unusual,
    ...analysis.commands.flatMap((one) => usageOf(one).asks ?? []),
  ];
};

describe("table of programs (D-13)", () => {
  for (const program of programs) {
    describe(program.names[0] ?? "", () => {
      for (const call of program.readOnly)
        it(`knows ${call} to only read`, () => {
          assert.deepEqual(reasons(call), []);
          assert.equal(isReadOnly(analyse(call)), true);
        });
      for (const call of program.asks)
        it(`does not know ${call} to only read`, () => assert.equal(isReadOnly(analyse(call)), false));
      it("has examples of calls that ask", () => assert.ok(program.asks.length > 0));
    });
  }

  it("says of git what it would do", () => {
    const cases = {
      "git stash": "it may change the stash or files",
      "git stash push -m wip": "it may change the stash or files",
      "git stash pop": "it may change the stash or files",
      "git reflog expire --all": "it may change the reflog",
      "git fetch --prune": "it contacts another repository",
      "git push origin main": "it contacts another repository",
      "git submodule update --init": "git submodule update is not recognised as read-only",
      "git commit -m x": "git commit is not recognised as read-only",
    };
    for (const [command, reason] of Object.entries(cases)) assert.deepEqual(reasons(command), [reason], command);
  });

  it("names every program once", () => {
    const names = programs.flatMap((program) => program.names);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });

  it("holds the programs it should", () => {
    const names = new Set(programs.flatMap((program) => program.names));
    const wanted =
      "ls cat head tail wc nl od stat file du df tree pwd echo printf true false test [ [[ basename dirname realpath readlink cut tr uniq sort comm diff cmp grep egrep fgrep rg find sed awk jq date which type whoami id uname env printenv sleep seq cd git node python npm cp mv tee dd touch mkdir rm ln chmod";
    assert.deepEqual(
      wanted.split(" ").filter((name) => !names.has(name)),
      [],
    );
  });
});

describe("what a call touches (D-12, D-13)", () => {
  const touched = (command: string) => {
    const [first] = analyse(command).commands;
    assert.ok(first);
    const { reads, looks, writes } = usageOf(first);
    const values = (words: typeof reads) => words.map((word) => word.value ?? `?${word.source}`);
    return { reads: values(reads), looks: values(looks), writes: values(writes) };
  };
  const cases: readonly (readonly [string, ReturnType<typeof touched>])[] = [
    ["cp -r a b c", { reads: ["a", "b"], looks: [], writes: ["c"] }],
    ["cp -t out a b", { reads: ["a", "b"], looks: [], writes: ["out"] }],
    ["cp --target-directory=out a", { reads: ["a"], looks: [], writes: ["out"] }],
    ["mv a b", { reads: [], looks: [], writes: ["a", "b"] }],
    ["ln -s a b", { reads: [], looks: ["a", "b/a"], writes: ["b"] }],
    ["ln -s ../a b/c", { reads: [], looks: ["b/../a", "b/c/../a"], writes: ["b/c"] }],
    ["ln -sf ../a ../b c/d/", { reads: [], looks: ["c/d/../a", "c/d/../b"], writes: ["c/d/"] }],
    ["ln -sT ../a b/c", { reads: [], looks: ["b/../a"], writes: ["b/c"] }],
    ["ln -s -t b ../a", { reads: [], looks: ["b/../a"], writes: ["b"] }],
    ["ln -sr ../a b/c", { reads: [], looks: ["../a"], writes: ["b/c"] }],
    ["ln -s /a ~/b", { reads: [], looks: ["/a"], writes: ["~/b"] }],
    ["ln -s ../a/b", { reads: [], looks: ["../a/b"], writes: ["b"] }],
    ["ln ../a b/c", { reads: [], looks: [], writes: ["../a", "b/c"] }],
    ["install -d a b", { reads: [], looks: [], writes: ["a", "b"] }],
    ["install -m 755 a b", { reads: ["a"], looks: [], writes: ["b"] }],
    ["chmod --reference=a b c", { reads: [], looks: [], writes: ["b", "c"] }],
    ["dd if=a of=b bs=1", { reads: ["a"], looks: [], writes: ["b"] }],
    ["tee -a a b", { reads: [], looks: [], writes: ["a", "b"] }],
    ["sort -uo out in", { reads: ["in"], looks: [], writes: ["out"] }],
    ["sort -oout in", { reads: ["in"], looks: [], writes: ["out"] }],
    ["sort in -o out", { reads: ["in"], looks: [], writes: ["out"] }],
    ["sort --output=out", { reads: [], looks: [], writes: ["out"] }],
    ["uniq in out", { reads: ["in"], looks: [], writes: ["out"] }],
    ["sed -i.bak s/a/b/ f", { reads: ["f"], looks: [], writes: ["f"] }],
    ["sed -n 's/a/b/w out' f", { reads: ["f"], looks: [], writes: ["out"] }],
    ["sed 'w a\np;w b' f", { reads: ["f"], looks: [], writes: ["a", "b"] }],
    ["find a b -newer c -fprint d", { reads: [], looks: ["a", "b", "c"], writes: ["d"] }],
    ["find a -delete", { reads: [], looks: ["a"], writes: ["a"] }],
    ["grep -rn x a b", { reads: ["a", "b"], looks: [], writes: [] }],
    ["grep -e x -f list a", { reads: ["a", "list"], looks: [], writes: [] }],
    ["grep -- -x a", { reads: ["a"], looks: [], writes: [] }],
    ["rg --files src", { reads: [], looks: ["src"], writes: [] }],
    ["cat - a", { reads: ["a"], looks: [], writes: [] }],
    ["ls *.ts a", { reads: [], looks: ["*.ts", "a"], writes: [] }],
    ["echo *.ts", { reads: [], looks: ["*.ts"], writes: [] }],
    ["test -f a -o b = c", { reads: [], looks: ["a"], writes: [] }],
    ["[[ -d a && x == y ]]", { reads: [], looks: ["a"], writes: [] }],
    ["git show HEAD:a/b", { reads: ["HEAD:a/b", "a/b"], looks: [], writes: [] }],
    ["chmod +x a b", { reads: [], looks: [], writes: ["a", "b"] }],
    ["curl -o out -T in https://a.test", { reads: ["in"], looks: [], writes: ["out"] }],
    ["tar -cf a.tar b", { reads: [], looks: [], writes: ["a.tar"] }],
    ["tar -x -f a.tar -C out", { reads: [], looks: [], writes: ["out"] }],
    ["timeout 5 tee a", { reads: [], looks: [], writes: ["a"] }],
    ["rsync -a a host:b", { reads: ["a"], looks: [], writes: [] }],
  ];
  for (const [command, expected] of cases) it(command, () => assert.deepEqual(touched(command), expected));
});
