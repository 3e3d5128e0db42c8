/** Programs that work on text they are given or read. */
import { clause } from "../../../core/text/clauses/clause";
import { awkUsage } from "./awk";
import { jqUsage } from "./jq";
import { asking, type KnownProgram, writesSecond } from "./program";
import { sedUsage } from "./sed";

/** See {@link KnownProgram}. */
export const textPrograms: readonly KnownProgram[] = [
  {
    names: ["echo"],
    operands: "text",
    noOptions: true,
    anyText: true,
    readOnly: ['echo "abc"', "echo -n a b", "echo $((3 > 2))", 'echo "$HOME"', 'echo "$(ls)"'],
    asks: ['echo "$API_KEY"', 'echo "$x"', "echo <(ls)"],
  },
  {
    names: ["printf"],
    noOptions: true,
    anyText: true,
    operands: ({ words }) => {
      const format = words[0]?.value === "--" ? words[1] : words[0];
      if (format?.value === undefined || format.glob) return asking(clause`its format is computed at run time`);
      // `-v` and `%n` assign, and a subscript in the name is evaluated.
      if (words[0]?.value !== "--" && /^-./.test(format.value)) return asking(clause`its options may assign variables`);
      return /%[^a-zA-Z%]*n/.test(format.value) ? asking(clause`%n assigns a variable`) : {};
    },
    readOnly: ["printf '%s\\n' a b", "printf -- -x"],
    asks: ["printf *", "printf -v name x", 'printf "$format"', "printf %n name"],
  },
  {
    names: ["cut"],
    options:
      "-b: -c: -d: -f: -n -s -z --bytes: --characters: --complement --delimiter: --fields: --only-delimited --output-delimiter: --zero-terminated --help --version",
    operands: "read",
    readOnly: ["cut -d: -f1 file.txt", "cut -c1-3"],
    asks: ["cut --field=1 file.txt"],
  },
  {
    names: ["tr"],
    options: "-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1 --help --version",
    operands: "text",
    readOnly: ["tr a-z A-Z", "tr -d '\\n'"],
    asks: ["tr --del x"],
  },
  {
    names: ["uniq"],
    options:
      "-c -d -D -f: -i -s: -u -w: -z --check-chars: --count --ignore-case --repeated --skip-chars: --skip-fields: --unique --zero-terminated --help --version",
    operands: writesSecond,
    // Where options end at the first file, one behind it is the second.
    stopAtOperand: true,
    readOnly: ["uniq -c file.txt", "uniq"],
    asks: ["uniq in.txt out.txt", "uniq *", "uniq in*", "uniq in.txt -c"],
  },
  {
    names: ["sort", "gsort"],
    options:
      "-b -c -C -d -f -g -h -i -k: -m -M -n -o> -r -R -s -t: -u -V -z --check? --debug --dictionary-order --field-separator: --general-numeric-sort --human-numeric-sort --ignore-case --ignore-leading-blanks --ignore-nonprinting --key: --merge --month-sort --numeric-sort --output> --random-sort --reverse --sort: --stable --unique --version-sort --zero-terminated --help --version",
    operands: "read",
    readOnly: ["sort file.txt", "sort -t, -k2,2n -u file.txt"],
    asks: [
      "sort -o out.txt file.txt",
      "sort -uo out.txt file.txt",
      "sort -S 100G file.txt",
      "sort --compress-program=sh file.txt",
      "sort [-o]*",
    ],
  },
  {
    names: ["comm", "join", "paste"],
    options:
      "-1 -2 -3 -d: -s -t: -z --check-order --delimiters: --nocheck-order --output-delimiter: --serial --total --zero-terminated --help --version",
    operands: "read",
    readOnly: ["comm -12 a.txt b.txt", "paste -d, a.txt b.txt"],
    asks: ["comm --out=x a b"],
  },
  {
    names: ["diff"],
    options:
      "-a -b -B -c -C: -d -e -E -i -I: -L: -n -N -p -q -r -s -t -T -u -U: -w -W: -x: -y -Z --brief --color? --context? --exclude: --expand-tabs --ignore-all-space --ignore-blank-lines --ignore-case --ignore-space-change --ignore-tab-expansion --ignore-trailing-space --label: --minimal --new-file --normal --recursive --report-identical-files --side-by-side --speed-large-files --strip-trailing-cr --suppress-common-lines --text --unified? --width: --help --version",
    operands: "read",
    readOnly: ["diff -u a.txt b.txt", "diff -rq src other", "diff <(ls a) <(ls b)"],
    asks: ["diff -l a b", "diff --to-file=x a"],
  },
  {
    names: ["cmp"],
    options: "-b -i: -l -n: -s --bytes: --ignore-initial: --print-bytes --quiet --silent --verbose --help --version",
    operands: "read",
    readOnly: ["cmp -s a.txt b.txt"],
    asks: ["cmp --sil a b"],
  },
  {
    names: [
      "md5sum",
      "sha1sum",
      "sha224sum",
      "sha256sum",
      "sha384sum",
      "sha512sum",
      "b2sum",
      "cksum",
      "sum",
      "shasum",
      "md5",
    ],
    options: "-a: -b -l: -q -r -t -z --algorithm: --binary --length: --tag --text --zero --help --version",
    operands: "read",
    readOnly: ["sha256sum file.txt", "cksum file.txt"],
    asks: ["sha256sum -c sums.txt"],
  },
  {
    names: ["base64", "base32", "basenc"],
    options:
      "-d -D -o> -w: --base16 --base2lsbf --base2msbf --base32 --base32hex --base64 --base64url --decode --ignore-garbage --output> --wrap: --z85 --help --version",
    operands: "read",
    readOnly: ["base64 file.txt", "base64 -d"],
    asks: ["base64 --output=out.bin", "base64 -o out.bin"],
  },
  {
    names: ["fold", "expand", "unexpand", "tsort"],
    options: "-# -a -b -i -s -t: -w: --all --bytes --first-only --initial --spaces --tabs: --width: --help --version",
    operands: "read",
    readOnly: ["fold -w 80 file.txt", "expand -t 4 file.txt"],
    asks: ["fold --wid=3 file.txt"],
  },
  {
    names: ["fmt"],
    // On some systems -t is followed by a number; elsewhere a file would be.
    options:
      "-# -c -g: -p: -s -t? -u -w: --crown-margin --goal: --prefix: --split-only --tagged-paragraph --uniform-spacing --width: --help --version",
    operands: "read",
    readOnly: ["fmt -60 file.txt", "fmt -t file.txt"],
    asks: ["fmt --wid=3 file.txt"],
  },
  {
    names: ["pr"],
    options: "-# -a -d -e? -F -h: -i? -J -l: -m -n? -N: -o: -r -s? -S? -t -T -v -w: -W: --help --version",
    operands: "read",
    readOnly: ["pr -2 -t file.txt"],
    asks: ["pr --head=x file.txt"],
  },
  {
    names: ["column"],
    options:
      "-e -J -n? -N: -o: -R: -s: -t -x --json --output-separator: --separator: --table --table-columns: --table-right: --help --version",
    operands: "read",
    readOnly: ["column -t -s, file.txt"],
    // A huge width makes it use up memory.
    asks: ["column -c 10000 file.txt"],
  },
  {
    names: ["shuf"],
    options: "-e -i: -n: -r -z --echo --head-count: --input-range: --repeat --zero-terminated --help --version",
    operands: ({ has, operands }) => (has("-e", "--echo") ? {} : { reads: operands }),
    readOnly: ["shuf -n 1 file.txt", "shuf -e a b c"],
    asks: ["shuf -o out.txt file.txt"],
  },
  {
    names: ["sed", "gsed"],
    options:
      // GNU sed takes the next word for the value of `-l`, and others do not, so it is not known here.
      "-E -e: -i? -n -r -s -u -z --debug --expression: --in-place? --line-length: --null-data --posix --quiet --regexp-extended --sandbox --separate --silent --unbuffered --help --version",
    operands: sedUsage,
    readOnly: [
      "sed -n 1,5p file.txt",
      "sed 's/a/b/g' file.txt",
      "sed -e '/^#/d' -e '$!N'",
      "sed -E 's|a[bc]|d|2g; 3q' file.txt",
      "sed -e '1i a text' -e '$a another; e id' file.txt",
      "sed '1i\\\na text' file.txt",
    ],
    asks: [
      "sed 's/test/touch P/e'",
      'sed "s/foo/bar/w output.txt" file.txt',
      'sed ";W output.txt" file.txt',
      "sed -f script.sed file.txt",
      "sed -i s/a/b/ file.txt",
      "sed -l p '1e touch P' file.txt",
      "sed -nl 5 p file.txt",
      "sed --in-plac s/x/y/ file.txt",
      "sed 's,x,id,e'",
      "sed 'a x\ne id'",
      "sed 'a \\\\\\\ne id'",
      "sed 'a x\\\ne id'",
      "sed 'a'",
      "sed '1e id'",
      "sed 's/a/b'",
      "sed '/a'",
      "sed 's'",
      "sed 'y/a/b'",
      "sed 'r /etc/passwd'",
      "sed 's/[/]/id/e'",
      "sed s,a*,b, file.txt",
    ],
  },
  {
    names: ["awk", "gawk", "mawk", "nawk"],
    options: "-F: -v:",
    operands: awkUsage,
    readOnly: [
      "awk '{print $1}' file.txt",
      "awk -F: 'NR != 1 { n += $2 } END { print n }' file.txt",
      "awk '/a b/ {print $NF, \"x\"}'",
      "awk '$1 ~ /^<a>|b/ && !/@/ {print}' file.txt",
      "awk '/^[a-z]+/ { n = $1 / 2 }\n{ print n / 3 }' file.txt",
      "awk 'NR>1 && $3 >= 100 { print $1; if (n > 5) exit }' file.txt",
      "awk '{ print ($1 > 5) }' file.txt",
    ],
    asks: [
      "awk 'BEGIN{system(\"sudo id\")}'",
      "awk '{print > \"out\"}' file.txt",
      "awk '{print | \"sh\"}' file.txt",
      "awk '{ \"id\" | getline x }'",
      "awk -f prog.awk file.txt",
      "gawk -i inplace '{print}' f.txt",
      "awk '{ n = 4 / 2; system(\"x\") / 1 }'",
      "awk 'NR>1 { print $1 > $2 }'",
      "awk '{ print($1)($2) > \"out\" }'",
      "awk '{ print a,\nb > \"out\" }'",
      "awk 'BEGIN { for (print (1) > \"out\";;) break }'",
      'awk \'{ if (x > 1) printf "a" >> "out" }\'',
      "awk '{ i++ / 2; system(\"x\") / 1 }'",
      "awk a* file.txt",
      "awk '/[#]/ { system(\"id\") }'",
      'awk \'/["]/ { system("id") } #"\'',
      "awk '{ if (1) /#/; system(\"id\") }'",
      "awk '{ printf /#/; system(\"id\") }'",
      "awk '{ $/#/; system(\"id\") }'",
      "awk '{ x = 1\n/#/; system(\"id\") }'",
      'awk \'{ x = 1\n/#\\\n" /; system("id") #"\n}\'',
    ],
  },
  {
    names: ["jq"],
    options:
      "-a -c -C -e -j -M -n -r -R -s -S --arg:: --argjson:: --ascii-output --color-output --compact-output --exit-status --indent: --join-output --monochrome-output --null-input --raw-input --raw-output --slurp --sort-keys --tab --help --version",
    operands: jqUsage,
    readOnly: ["jq . package.json", "jq -r '.a[] | .b' package.json", "jq --arg a b '$a' package.json"],
    asks: [
      "jq .[0] package.json",
      "jq env",
      "jq '$ENV.HOME' package.json",
      "jq -f prog.jq package.json",
      "jq 'import \"a\" as a; .'",
    ],
  },
  {
    names: ["seq", "expr", "numfmt", "factor"],
    noOptions: true,
    anyText: true,
    operands: "text",
    readOnly: ["seq 1 10", "expr 1 + 2"],
    asks: ['seq "$SECRET"'],
  },
  {
    names: ["true", "false", ":"],
    noOptions: true,
    anyText: true,
    operands: "text",
    readOnly: ["true", ": a b"],
    asks: [": $x"],
  },
];
