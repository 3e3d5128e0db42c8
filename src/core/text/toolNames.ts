/** The house's sentences name its own tools and parameters; whoever offers these under other names says the others. */

/** Words with an underscore that are no part of a path, and words in backticks: others are words of the language. */
const names = /(?<![\w./\\-])[a-z]+(?:_[a-z]+)+(?![\w/\\-]|\.\w)|(?<=`)[a-z]+(?=`)/g;

/** A text with the names that a model knows. @param ours by the names in the text. */
export const withNames = (text: string, ours: ReadonlyMap<string, string>): string =>
  text.replace(names, (name) => ours.get(name) ?? name);

/** The same for a message. Only the first line is a sentence; below it stands what is in files. */
export function renamed(text: string, ours: ReadonlyMap<string, string>): string {
  const [sentence = "", ...rest] = text.split("\n");
  return [withNames(sentence, ours), ...rest].join("\n");
}
