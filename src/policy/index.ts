/** The rules of the policy, in the order their opinions are heard (the strictest holds, whatever the order). */
import type { Rule } from "../core/rules/rule";
import { commandRule } from "./commands/commands";
import { outsideSandboxRule } from "./commands/outsideSandbox";
import { classificationRule, redactionMarkRule } from "./confidentiality/classificationRule";
import { taintRule } from "./confidentiality/taintRule";
import { delegationRule } from "./delegationRule";
import { closedFilesRule } from "./files/closedFilesRule";
import { linkRule } from "./files/linkRule";
import { notebookScriptsRule } from "./files/obeyed/notebookScripts";
import { otherNamesRule } from "./files/otherNames";
import { protectedPathRule } from "./files/protectedPaths";
import { gitIndexRule } from "./files/repositories/gitIndexRule";
import { repositoryRule } from "./files/repositories/repositoryRule";
import { scopeRule } from "./files/scope";
import { secretPathRule } from "./files/secretPaths";
import { writtenTextRule } from "./files/writtenText";
import { accessRule } from "./network/accessRule";
import { addressRule } from "./network/addressRule";
import { planModeRule } from "./planModeRule";
import { policyFileRule } from "./policyFiles/policyFileRule";
import { givenValueRule } from "./secrets/givenValueRule";

/** Every rule. */
export const rules: readonly Rule[] = [
  policyFileRule,
  scopeRule,
  closedFilesRule,
  protectedPathRule,
  secretPathRule,
  otherNamesRule,
  linkRule,
  repositoryRule,
  gitIndexRule,
  writtenTextRule,
  notebookScriptsRule,
  givenValueRule,
  commandRule,
  outsideSandboxRule,
  accessRule,
  addressRule,
  delegationRule,
  classificationRule,
  redactionMarkRule,
  taintRule,
  planModeRule,
];
