/** Prefix of each dialect's tool names in VS Code, where names are global (D-2). */
export const toolPrefix = (dialect: string): string => (dialect === "standard" ? "toolcrib_" : `${dialect}_`);

/** The name under which a tool is registered with VS Code. */
export const registeredName = (dialect: string, tool: string): string => `${toolPrefix(dialect)}${tool}`;

/** The `when` of what is offered while a dialect is the one that agent mode is offered. */
export const inForce = (dialect: string): string => `config.toolcrib.dialect == '${dialect}'`;

/** What a person types after `#` in chat: `#cribReadFile`. */
export const referenceName = (dialect: string, tool: string): string => {
  const words = tool.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${dialect === "standard" ? "crib" : dialect}${words.join("")}`;
};
