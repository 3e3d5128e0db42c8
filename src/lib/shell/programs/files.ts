/** Programs that list files or print what is in them. */
import { clause } from "../../../core/text/clauses/clause";
import { startOf } from "../words/words";
import { asking, type KnownProgram, type ProgramCall, type Usage, writesSecond } from "./program";

/** `+` starts a command of its own, and a log file is an option. */
const pagerUsage = ({ words, operands }: ProgramCall): Partial<Usage> =>
  words.some((word) => !/^[^+]/.test(startOf(word)) || (word.glob && /^[*?[]/.test(startOf(word))))
    ? asking(clause`it may run another command`)
    : { reads: operands };

/** See {@link KnownProgram}. */
export const filePrograms: readonly KnownProgram[] = [
  {
    names: ["ls", "dir", "vdir"],
    options:
      "-a -A -b -B -c -C -d -e -f -F -g -G -h -H -i -k -l -L -m -n -N -o -O -p -q -Q -r -R -s -S -t -u -U -v -x -X -Z -1 -@ --all --almost-all --author --block-size: --classify? --color? --dereference --dereference-command-line --directory --escape --file-type --format: --full-time --group-directories-first --hide: --human-readable --hyperlink? --ignore: --indicator-style: --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style: --recursive --reverse --si --size --sort: --time: --time-style: --tabsize: --width: --zero --help --version",
    operands: "look",
    readOnly: ["ls", "ls -la src", "ls -1 --color=never *.ts", "ls --all"],
    asks: ["ls --unheard-of", "ls --al", 'ls "$folder"'],
  },
  {
    names: ["cat"],
    options:
      "-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version",
    operands: "read",
    readOnly: ["cat src/a.ts", "cat -n file.txt", "cat", "cat - file.txt"],
    asks: ['cat "$file"', "cat $(ls)", "cat -Z file.txt"],
  },
  {
    // The word after `-p` is a file where it is not less by another name, and the one after `-n` where it is.
    names: ["more"],
    options: "-# -c -d -e -f -l -n -s -u",
    operands: pagerUsage,
    readOnly: ["more file.txt", "more -20 file.txt"],
    asks: ["more -p .env", "more '+!id' file.txt", "more *"],
  },
  {
    names: ["less"],
    options: "-# -c -d -e -E -f -F -i -I -l -m -M -n -N -p: -q -Q -r -R -s -S -u -U -w -X",
    operands: pagerUsage,
    readOnly: ["less file.txt", "less -R file.txt"],
    asks: ["less -o out file.txt", "less -Oout file.txt", "less '+!id' file.txt", "less -k keys file.txt", "less *"],
  },
  {
    names: ["zcat", "gzcat", "bzcat", "xzcat", "lzcat", "zstdcat"],
    options: "-q -v",
    operands: "read",
    readOnly: ["zcat a.gz"],
    asks: ["zstdcat -o out a.zst", "zcat [-]*"],
  },
  {
    names: ["tac", "rev"],
    options: "-b -r -s: --before --regex --separator: --help --version",
    operands: "read",
    readOnly: ["tac file.txt", "rev file.txt"],
    asks: ["tac -x file.txt"],
  },
  {
    names: ["head"],
    options: "-# -c: -n: -q -v -z --bytes: --lines: --quiet --silent --verbose --zero-terminated --help --version",
    operands: "read",
    readOnly: ["head -n 10 file.txt", "head -5 file.txt", "head --lines=5 file.txt"],
    asks: ["head --line=5 file.txt"],
  },
  {
    names: ["tail"],
    options:
      "-# -c: -f -F -n: -q -r -s: -v -z --bytes: --follow? --lines: --pid: --quiet --retry --silent --sleep-interval: --verbose --zero-terminated --help --version",
    operands: "read",
    // Following a file only ends with the time a command has, but it reads all the same.
    readOnly: ["tail -n +2 file.txt", "tail -20 file.txt", "tail -f file.txt"],
    asks: ["tail --foll file.txt"],
  },
  {
    names: ["wc"],
    options: "-c -l -L -m -w --bytes --chars --lines --max-line-length --total: --words --help --version",
    operands: "look",
    readOnly: ["wc -l file.txt", "wc -l *.ts", "wc"],
    asks: ["wc --files0-from=list", "wc [-]*"],
  },
  {
    names: ["nl"],
    options:
      "-b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering: --number-format: --number-width: --help --version",
    operands: "read",
    readOnly: ["nl -ba path/to/file.txt"],
    asks: ["nl --body file.txt"],
  },
  {
    names: ["od"],
    options:
      "-a -A: -b -c -d -D -e -f -F -h -H -i -I -j: -l -L -N: -o -O -s -t: -v -w? -x -X --address-radix: --format: --output-duplicates --read-bytes: --skip-bytes: --width? --help --version",
    operands: "read",
    readOnly: ["od -c file.txt", "od -A n -t x1 file.txt"],
    asks: ["od --form=x1 file.txt"],
  },
  {
    names: ["hexdump", "hd"],
    options:
      "-b -c -C -d -e: -f< -n: -o -s: -v -x --canonical --format: --length: --no-squeezing --skip: --help --version",
    operands: "read",
    readOnly: ["hexdump -C file.txt", "hexdump -n 16 -e '1/1 \"%02x\"' file.txt"],
    asks: ["hexdump --leng=3 file.txt"],
  },
  {
    names: ["xxd"],
    options: "-a -b -c: -C -d -e -E -g: -i -l: -o: -p -ps -s: -u",
    // Of letters behind one dash it takes the first alone, and none behind a file.
    stopAtOperand: true,
    operands: (call) =>
      call.words.some((word) => /^-[abCdeEipu]./.test(startOf(word)) && word.value !== "-ps")
        ? asking(clause`it is unclear which of its arguments are files`)
        : writesSecond(call),
    readOnly: ["xxd file.txt", "xxd -l 16 file.txt", "xxd -ps -c8 file.txt"],
    asks: ["xxd file.txt out.hex", "xxd -r file.hex", "xxd file*", "xxd -al 7 file.txt", "xxd file.txt -oP"],
  },
  {
    names: ["strings"],
    options: "-# -a -e: -f -n: -o -t: -w --all --bytes: --encoding: --print-file-name --radix: --help --version",
    // An argument that starts with `@` is a file of more arguments.
    operands: ({ words, operands }) =>
      words.some((word) => !/^[^@]/.test(startOf(word)) || (word.glob && /^[*?[]/.test(startOf(word))))
        ? asking(clause`it may read arguments from a file`)
        : { reads: operands },
    readOnly: ["strings -n 8 file.txt"],
    asks: ["strings -Y file.txt", "strings @list", "strings *"],
  },
  {
    names: ["stat"],
    options: "-c: -f -L -t -x --cached: --dereference --file-system --format: --printf: --terse --help --version",
    operands: "look",
    readOnly: ["stat file.txt", "stat -c %s file.txt", "stat --format=%y *.ts"],
    asks: ["stat --form=%s file.txt"],
  },
  {
    names: ["file"],
    options:
      // `-p` sets the time back at which a file was read.
      "-0 -b -E -h -i -I -k -L -N -F: --brief --dereference --mime --mime-encoding --mime-type --no-dereference --help --version",
    operands: "look",
    readOnly: ["file src/a.ts", "file --mime-type file.txt"],
    asks: ["file -C -m magic", "file -f names", "file -p file.txt", "file -z file.gz"],
  },
  {
    names: ["du"],
    options:
      "-0 -a -b -B: -c -d: -h -H -k -l -m -P -s -S -t: -x --all --apparent-size --block-size: --bytes --count-links --exclude: --human-readable --inodes --max-depth: --null --one-file-system --separate-dirs --si --summarize --threshold: --time? --time-style: --total --help --version",
    operands: "look",
    readOnly: ["du -sh src", "du -h --max-depth=1"],
    asks: ["du --files0-from=list", "du -X patterns src"],
  },
  {
    names: ["df"],
    options:
      "-a -B: -h -H -i -k -l -m -P -t: -T -x: --all --block-size: --exclude-type: --human-readable --inodes --local --no-sync --output? --portability --print-type --si --total --type: --help --version",
    // Any path stands for the whole file system it is on.
    operands: "text",
    readOnly: ["df -h", "df -h /"],
    asks: ["df --sync"],
  },
  {
    names: ["tree"],
    options:
      "-a -A -c -C -d -D -f -F -g -h -i -I: -J -L: -n -N -p -P: -q -r -s -S -t -u -U -v -X -x --charset: --device --dirsfirst --du --filelimit: --gitignore --ignore-case --inodes --matchdirs --noreport --prune --si --sort: --timefmt: --help --version",
    // Values of bundled letters come after the bundle, where another letter may take the next of them.
    operands: ({ words, operands }) =>
      words.some((word) => /^-(?!-).*[ILP]./.test(startOf(word)))
        ? asking(clause`it is unclear which of its arguments are files`)
        : { looks: operands },
    readOnly: ["tree -L 2 src", "tree -a -I node_modules", "tree -aL 2"],
    asks: ["tree -o output.txt", "tree -R -H . -L 1", "tree [a-]*", "tree -Lo 1 P", "tree -Po 1 P", "tree -aIo x P"],
  },
  {
    names: ["pwd"],
    options: "-L -P --logical --physical --help --version",
    operands: "none",
    readOnly: ["pwd", "pwd -P"],
    asks: ["pwd --unheard-of"],
  },
  {
    names: ["basename", "dirname"],
    options: "-a -s: -z --multiple --suffix: --zero --help --version",
    operands: "text",
    anyText: true,
    readOnly: ["basename src/a.ts .ts", "dirname src/a.ts"],
    asks: ["basename --suf=.ts a.ts", 'basename "$SECRET"'],
  },
  {
    names: ["realpath", "readlink"],
    options:
      "-e -f -L -m -n -P -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --logical --no-newline --no-symlinks --physical --quiet --silent --strip --verbose --zero --help --version",
    operands: "look",
    readOnly: ["realpath src", "readlink -f link"],
    asks: ["realpath --relative-to=/etc src"],
  },
  {
    names: ["cd"],
    options: "-e -L -P",
    operands: ({ operands }) => {
      const [folder, more] = operands;
      if (!folder) return asking(clause`it changes to the home folder`);
      return folder.value === "-" || more ? asking(clause`its target folder is unknown`) : { looks: [folder] };
    },
    readOnly: ["cd src"],
    asks: ["cd", "cd -", 'cd "$folder"', "cd a b"],
  },
];
