/** Folders to measure in: the same for the same seed, with nested ignore files as real repositories have them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What to make. */
export interface CorpusPlan {
  readonly folder: string;
  /** Files that are not ignored, about; a tenth as many again are. */
  readonly files: number;
  readonly seed: number;
}

/** What a search of the corpus must find. */
export interface CorpusFacts {
  /** Number of files in all. */
  readonly files: number;
  /** A word that stands in seven files that are not ignored, and in some that are. */
  readonly rareWord: string;
  /** A word that stands in every second line. */
  readonly commonWord: string;
}

const filesInFolder = 25;
const foldersInPackage = 20;
const rareFiles = 7;
const endings = ["ts", "ts", "ts", "js", "json", "md", "css", "py"] as const;
const words = "value result index buffer stream token parser option handler request matcher folder session".split(" ");
const rareWord = "quokkaUnderTheTable";
const commonWord = "return";

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes the corpus. The folder must be new or empty. */
export function makeCorpus({ folder, files, seed }: CorpusPlan): CorpusFacts {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const text = (isRare: boolean): string => {
    const lines = Array.from({ length: 5 + Math.floor(random() * 40) }, (_, at) =>
      at % 2 === 0 ? `const ${pick(words)}${at} = ${pick(words)}(${at});` : `  ${commonWord} ${pick(words)};`,
    );
    return `${[...lines, ...(isRare ? [`// ${rareWord}`] : [])].join("\n")}\n`;
  };
  const folders = Math.ceil(files / filesInFolder);
  const rareEvery = Math.floor(files / rareFiles);
  let written = 0;
  let visible = 0;
  const write = (path: string, content: string) => {
    writeFileSync(join(folder, path), content);
    written++;
  };
  mkdirSync(join(folder, ".git"), { recursive: true });
  write(".gitignore", "*.log\n/out/\n");
  for (let at = 0; at < folders; at++) {
    const place = `packages/p${Math.floor(at / foldersInPackage)}`;
    const isFirst = at % foldersInPackage === 0;
    const inside = `${place}/src/part${at % foldersInPackage}`;
    mkdirSync(join(folder, inside), { recursive: true });
    if (isFirst) {
      mkdirSync(join(folder, place, "dist"));
      write(`${place}/.gitignore`, "dist/\n!keep.log\n");
      for (let file = 0; file < (filesInFolder * foldersInPackage) / 10; file++)
        write(`${place}/dist/built${file}.js`, text(file === 0));
    }
    for (let file = 0; file < filesInFolder && visible < files; file++, visible++)
      write(
        `${inside}/${pick(words)}${file}.${pick(endings)}`,
        text(visible % rareEvery === 0 && visible / rareEvery < rareFiles),
      );
  }
  return { files: written, rareWord, commonWord };
}
