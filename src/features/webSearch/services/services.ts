/** The search service that a person has set up (WS-1). */
import { type SearchPlaces, searchOrigin, serviceNames } from "../../../core/settings/searchProvider";
import type { Settings } from "../../../core/settings/settings";
import { shownAddress } from "../../../core/text/addresses/shownAddress";
import type { SearchProvider } from "../../../core/vocabulary/searchProviderName";
import { ToolError } from "../../../core/vocabulary/toolError";
import { brave } from "./brave";
import { custom, type SearchTemplate } from "./custom";
import { google } from "./google";
import { searxng } from "./searxng";
import type { SearchService } from "./service";
import { tavily } from "./tavily";
import { bodyProblem } from "./template";

type SearchSettings = SearchPlaces & Pick<Settings, "web.search.provider" | "web.search.engine">;

const command = "the command Toolcrib: Set Up Web Search… in VS Code";

const notSetUp = () =>
  new ToolError(
    "unavailable",
    `No web search is set up: ask the person to run ${command} or to choose a service in the setting toolcrib.web.search.provider, or use web_fetch with an address that you know.`,
  );

const switchedOff = () =>
  new ToolError(
    "unavailable",
    `Bing's search API was shut down on 11 August 2025: ask the person to run ${command} or to set toolcrib.web.search.provider to searxng, brave, tavily, google or custom.`,
  );

const unfinished = (provider: SearchProvider, setting: string, problem: string) =>
  new ToolError(
    "unavailable",
    `${serviceNames[provider]} is chosen for web searches, but the setting ${setting} ${problem}: ask the person to run ${command} or to correct the setting.`,
  );

const noAddress = (given: string): string =>
  given === "" ? "is empty" : `is not a usable http or https address (${shownAddress(given)})`;

function customOf(template: SearchTemplate | null, origin: string | undefined): SearchService {
  const setting = "toolcrib.web.search.template";
  if (!template) throw unfinished("custom", setting, "is not set");
  const { address, method, body = "" } = template;
  if (origin === undefined) throw unfinished("custom", `${setting}.address`, noAddress(address));
  if (!`${address}${body}`.includes("{query}")) throw unfinished("custom", setting, "does not contain {query}");
  if (body === "") return custom(template);
  if (method === "GET") throw unfinished("custom", `${setting}.body`, "is given although its method is GET");
  const problem = bodyProblem(body);
  if (problem !== undefined) throw unfinished("custom", `${setting}.body`, problem);
  return custom(template);
}

/** @throws ToolError `unavailable` when none is chosen, or what is chosen lacks something; it says what a person has to do. */
export function chosenService(settings: SearchSettings): SearchService {
  const provider = settings["web.search.provider"];
  if (provider === "none") throw notSetUp();
  if (provider === "bing") throw switchedOff();
  const origin = searchOrigin(provider, settings);
  if (provider === "custom") return customOf(settings["web.search.template"], origin);
  const address = settings["web.search.address"];
  if (origin === undefined) throw unfinished(provider, "toolcrib.web.search.address", noAddress(address));
  if (provider === "searxng") return searxng(address);
  if (provider === "brave") return brave(origin);
  if (provider === "tavily") return tavily(origin);
  const engine = settings["web.search.engine"];
  if (engine === "") throw unfinished(provider, "toolcrib.web.search.engine", "is empty");
  return google(engine, origin);
}
