/** Arguments without which a tool would do another deed than the one that was meant, though it ignores unknown ones (C-02). */
import { inSnakeCase } from "./argumentNames";

/** Words that no tool may ignore, however lenient it is otherwise. */
interface OtherDeed {
  /** By their own names; all where there are none. */
  readonly tools?: readonly string[];
  /** Whole names in snake case. */
  readonly name: RegExp;
  /** Values that ask for nothing else than what is done anyway. */
  isHarmless(value: unknown): boolean;
}

/** True for a value that asks for nothing. */
export const isNothing = (value: unknown): boolean =>
  value === false || value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

/** What a tool does anyway, as the text of a value. */
const but = (usual: RegExp) => (value: unknown) => isNothing(value) || usual.test(String(value));

const running = ["run_command", "exec_run"];
const writing = ["write_file", "exec_write"];

const otherDeeds: readonly OtherDeed[] = [
  { name: /^(?:append|dry_?run)$/, isHarmless: isNothing },
  { name: /^mode$/, isHarmless: (value) => value !== "append" },
  {
    tools: running,
    name: /^(?:arg|args|argv|arguments|params|parameters|envs?|env_vars?|env_variables|environment|environment_variables|variables)$/,
    isHarmless: isNothing,
  },
  {
    tools: running,
    name: /^(?:user|username|run_as|sudo|host|hostname|remote|container|image)$/,
    isHarmless: isNothing,
  },
  {
    tools: running,
    name: /^(?:shell|interpreter)$/,
    isHarmless: but(/^(?:true|(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh)$/),
  },
  { tools: writing, name: /^overwrite$/, isHarmless: (value) => value !== false && value !== "false" },
  {
    tools: writing,
    name: /^(?:create_only|exclusive|no_clobber|if_not_exists|prepend|offset|position|line|line_number|insert_line|start_line|end_line)$/,
    isHarmless: isNothing,
  },
  { tools: writing, name: /^encoding$/, isHarmless: but(/^utf-?8$/i) },
  { tools: writing, name: /^(?:mode|flags?)$/, isHarmless: (value) => !/^a/.test(String(value)) },
  {
    tools: ["edit_file"],
    name: /^(?:occurrence|count|max_replacements|start_line|end_line|line_range|view_range)$/,
    isHarmless: isNothing,
  },
  { tools: ["gitignore"], name: /^(?:remove|delete|global)$/, isHarmless: isNothing },
  { tools: ["job_stop"], name: /^signal$/, isHarmless: but(/^(?:2|9|15|(?:SIG)?(?:INT|KILL|TERM))$/i) },
  {
    tools: ["run_agent"],
    name: /^(?:read_?only|allowed_tools|denied_tools|disallowed_tools|permissions?|permission_mode|isolation|sandbox)$/,
    isHarmless: isNothing,
  },
];

/**
 * True for an argument that turns what a tool does into another deed.
 * @param tool its own name. @param name of the argument; in a list of objects `edits[0].name`.
 */
export function meansOtherDeed(tool: string, name: string, value: unknown): boolean {
  const plain = inSnakeCase(name.replace(/^.*\./, ""));
  return otherDeeds.some(
    ({ tools, name, isHarmless }) => (tools?.includes(tool) ?? true) && name.test(plain) && !isHarmless(value),
  );
}
