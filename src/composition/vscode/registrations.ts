/** What every feature registers at activation. */
import { registerApprovals } from "../../features/approvals/vscode/registerApprovals";
import { registerAudit } from "../../features/audit/vscode/registerAudit";
import { registerBuiltInTools } from "../../features/builtInTools/vscode/registerBuiltInTools";
import { registerChat } from "../../features/chat/vscode/registerChat";
import { registerTaint } from "../../features/confidentiality/vscode/registerTaint";
import { registerDiagnosis } from "../../features/diagnosis/vscode/registerDiagnosis";
import { registerIntegrations } from "../../features/integrations/vscode/integrationCommands";
import { registerMadeTools } from "../../features/madeTools/vscode/madeToolCommands";
import { registerMcpServer } from "../../features/mcpServer/vscode/registerMcpServer";
import { registerNeedsYou } from "../../features/needsYou/vscode/needsYouCommands";
import { registerPalette } from "../../features/palette/vscode/registerPalette";
import { registerPlanMode } from "../../features/planMode/vscode/planCommands";
import { registerReview } from "../../features/review/vscode/reviewCommands";
import { registerSample } from "../../features/sample/vscode/registerSample";
import { registerSchedules } from "../../features/schedules/vscode/scheduleCommands";
import { registerSkills } from "../../features/skills/vscode/skillCommands";
import { registerStatus } from "../../features/status/vscode/registerStatus";
import { registerAgents } from "../../features/subAgents/vscode/agentCommands";
import { registerTasks } from "../../features/tasks/vscode/taskCommands";
import { registerTools } from "../../features/toolCalls/vscode/registerTools";
import { registerUndo } from "../../features/undo/vscode/registerUndo";
import { registerWebSearch } from "../../features/webSearch/vscode/registerWebSearch";
import { registerWorkspaces } from "../../features/workspaces/vscode/workspaceCommands";
import { registerWorktrees } from "../../features/worktrees/vscode/worktreeCommands";

/** Called with the window in this order; none loads anything of it, but where a hook is set up that its services serve. */
export const registrations = [
  ...[registerTools, registerChat, registerMcpServer, registerPalette],
  ...[registerStatus, registerNeedsYou],
  ...[registerReview, registerUndo, registerApprovals, registerAudit, registerTaint, registerPlanMode],
  ...[registerTasks, registerAgents, registerWorktrees, registerMadeTools, registerSchedules, registerSkills],
  ...[registerWorkspaces, registerIntegrations, registerWebSearch, registerBuiltInTools, registerDiagnosis],
  registerSample,
];
