import { inlineCode, plainMarkdown } from "../../core/text/markdown";
import { type Work, type WorkSources, workInOrder, workOfAgent, workOfJob, workOfTask } from "./workList";

const line = ({ state, title, id }: Work) =>
  `- ${plainMarkdown(state.replace("_", " "))}: ${plainMarkdown(title)} (${inlineCode(id)})`;

/** Tasks, commands in the background and sub-agents, as Markdown (TK-1, TK-4, AG-6). */
export function workText({ tasks, jobs, agents }: WorkSources): string {
  const background = jobs.all().filter(({ facts }) => facts.background);
  const sections: [title: string, work: Work[]][] = [
    ["Tasks", tasks.all().map(workOfTask)],
    ["Background commands", background.map((job) => workOfJob(job))],
    ["Agents", (agents?.all() ?? []).map(workOfAgent)],
  ];
  const shown = sections.filter(([, work]) => work.length > 0);
  if (shown.length === 0) return "There are no tasks.";
  return shown.map(([title, work]) => `**${title}**\n\n${workInOrder(work).map(line).join("\n")}`).join("\n\n");
}
