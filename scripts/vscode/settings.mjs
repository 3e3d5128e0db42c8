/** The user settings of every VS Code that we start: nothing is sent, nothing asks for attention, nothing is asked twice. */
export const quietSettings = {
  "telemetry.telemetryLevel": "off",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "visible",
  "workbench.enableExperiments": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  // The language service of JavaScript would run npm to fetch the types of what an opened folder uses.
  "js/ts.tsserver.automaticTypeAcquisition.enabled": false,
  // VS Code's own judgement of a tool call comes from a model, and late.
  "chat.tools.riskAssessment.enabled": false,
  // Titles and summaries come from the model of the conversation, and no banner asks for another one.
  "chat.byokUtilityModelDefault": "mainAgent",
};
