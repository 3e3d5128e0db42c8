/** Reasons not to trust what a text seems to say (D-12). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";

describe("reasons not to trust a text (D-12)", () => {
  const problems: readonly (readonly [string, RegExp])[] = [
    ['echo "unclosed', /unterminated double quote/],
    ["if then rm", /expected command/],
    ["echo $(a", /unterminated/],
    ["echo `a", /unterminated/],
    ["ls )", /unexpected token/],
    ["cat <<E\nabc", /here-document has no end/],
    ["cat <<E\n$(id\nE", /cannot be analysed/],
    ["cat <<E\n`id\nE", /cannot be analysed/],
    ["cat <<E\n$((1\nE", /cannot be analysed/],
    ["ec<()ho a", /part of a word/],
    ['eval "$x"', /eval runs is computed/],
    ['bash -c "$x"', /bash runs is computed/],
    ["bash <<< $x", /at run time/],
    ["bash <<E\n$x\nE", /at run time/],
    ["timeout --new-option 5 a", /--new-option/],
    ["echo =(a)", /unexpected token/],
    [`${'echo "$('.repeat(300)}a${')"'.repeat(300)}`, /nested too deeply/],
    [`${'echo "$('.repeat(5000)}a${')"'.repeat(5000)}`, /nested too deeply/],
    [`echo ${"a".repeat(70_000)}`, /too long/],
    [`echo ${"a".repeat(2_000_000)}`, /too long/],
  ];
  for (const [text, expected] of problems)
    it(JSON.stringify(text.slice(0, 40)), () => assert.match(analyse(text).problem ?? "none", expected));

  it("stops at scripts inside scripts inside scripts", () => {
    let text = "sudo id";
    for (let depth = 0; depth < 20; depth++) text = `eval ${JSON.stringify(text)}`;
    assert.notEqual(analyse(text).problem, undefined);
  });

  const unusual: readonly (readonly [string, RegExp])[] = [
    ["echo \u202erm", /reading direction/],
    ["r\u200bm", /invisible/],
    ["echo \u{e0041}", /invisible/],
    ["echo a\rb", /control characters/],
    ["echo \u001b[2J", /control characters/],
    ["ls\u00a0-la", /white space/],
    ["echo \ud800", /broken/],
    [`ls${" ".repeat(300)}; id`, /long run of white space/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    ['echo "${x@P}"', /second time/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    ["echo ${!x}", /indirectly/],
    ["[[ 'a[$(b)]' -eq 0 ]]", /arithmetic/],
    ["[[ -v 'a[$(b)]' ]]", /evaluates its operand/],
    ["echo $((a[0]))", /arithmetic/],
    ["(( x ))", /arithmetic/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    ["echo ${a[x]}", /arithmetic/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    ["echo ${a:x}", /arithmetic/],
    ["a['$(b)']=1", /arithmetic/],
    ["ls *(e:whoami:)", /extended glob/],
    ["=sudo id", /zsh/],
    ['echo $"a"', /translated/],
    ["cat $'\\u00e9'", /cannot be analysed/],
    ["cat $'\\U0001f600'", /cannot be analysed/],
    ["cat $'\\xe9'", /cannot be analysed/],
    ["cat $'\\303\\251'", /cannot be analysed/],
    ["echo {1..9999}", /braces cannot be analysed/],
    // Bash takes these for words in which programs run, the parser for plain text.
    ["a=(>(rm -rf ~))x", /cannot be analysed/],
    ["ls; a=(<(touch b))=", /cannot be analysed/],
    ["a=( x >(touch b) y)x", /cannot be analysed/],
    ["f=\\\n(<(touch b))y", /cannot be analysed/],
    ["x=1 a=(x\n>(touch b))x", /cannot be analysed/],
  ];
  for (const [text, expected] of unusual)
    it(JSON.stringify(text.slice(0, 40)), () => assert.match(analyse(text).unusual.join("; "), expected));

  it("has none for ordinary text", () => {
    for (const text of [
      "ls -la | grep 'größe' > out",
      "echo $((3 > 2)) 日本語 🙂",
      'a=1; echo "$a"',
      "cat <<E\nx\nE",
      "[[ 1 -eq 2 ]]",
    ])
      assert.deepEqual(
        { unusual: analyse(text).unusual, problem: analyse(text).problem },
        { unusual: [], problem: undefined },
      );
  });
});
