/** The rules of the policy, in the order their opinions are heard (the strictest holds, whatever the order). */
import type { Rule } from "../core/rule";
import { addressRule } from "./addresses";
import { closedFilesRule } from "./closedFilesRule";
import { commandRule } from "./commands";
import { outsideSandboxRule } from "./outsideSandbox";
import { protectedPathRule } from "./protectedPaths";
import { scopeRule } from "./scope";
import { secretPathRule } from "./secretPaths";
import { writtenTextRule } from "./writtenText";

/** Every rule. */
export const rules: readonly Rule[] = [
  scopeRule,
  closedFilesRule,
  protectedPathRule,
  secretPathRule,
  writtenTextRule,
  commandRule,
  outsideSandboxRule,
  addressRule,
];
