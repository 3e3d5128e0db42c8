/** The language a command line is written in: that of the shell which runs it. */
export type ShellLanguage = "bash" | "powershell" | "cmd";

/** What a person may wish for; `auto` takes the best of what there is. */
export type ShellChoice = "auto" | ShellLanguage;
