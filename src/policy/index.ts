/** The rules of the policy, in the order their opinions are heard (the strictest holds, whatever the order). */
import type { Rule } from "../core/rule";
import { addressRule } from "./addresses";
import { classificationRule, redactionMarkRule } from "./classificationRule";
import { closedFilesRule } from "./closedFilesRule";
import { commandRule } from "./commands";
import { delegationRule } from "./delegation";
import { otherNamesRule } from "./otherNames";
import { outsideSandboxRule } from "./outsideSandbox";
import { planModeRule } from "./planModeRule";
import { policyFileRule } from "./policyFileRule";
import { protectedPathRule } from "./protectedPaths";
import { scopeRule } from "./scope";
import { secretPathRule } from "./secretPaths";
import { taintRule } from "./taintRule";
import { writtenTextRule } from "./writtenText";

/** Every rule. */
export const rules: readonly Rule[] = [
  policyFileRule,
  scopeRule,
  closedFilesRule,
  protectedPathRule,
  secretPathRule,
  otherNamesRule,
  writtenTextRule,
  commandRule,
  outsideSandboxRule,
  addressRule,
  delegationRule,
  classificationRule,
  redactionMarkRule,
  taintRule,
  planModeRule,
];
