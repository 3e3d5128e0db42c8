import * as z from "zod";
import { mebibyte, mebibytes } from "../../core/ports/diskQuota";
import type { FetchWish, WebAnswer } from "../../core/ports/web";
import { shortAddress, shownAddress, shownHost } from "../../core/text/addresses/shownAddress";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool, type Plan, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { FetchEffect, ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { childOf, folderName } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { contentOf, headBytes } from "../../lib/media/contentType";
import { mediaTypeOf } from "../../lib/pages/body/contentKind";
import { checkBeforeChange, linkNotes, readBeforeChange } from "../files/existingFile";
import { path } from "../parameters";
import { downloadName, namelessFile } from "./downloadName";
import { httpFailure } from "./fetchFailure";
import { saidTypeOf } from "./webPage";
import { grouped, httpAddress, maxRedirects, sourceLine } from "./webParameters";
import { followRedirects, redirectedLine, requestFor, trailOf } from "./webRedirect";

/** What download_file did, for dialects that word it themselves and for other programs. */
export interface DownloadData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Bytes that came, after decompression. */
  readonly bytes: number;
  readonly created: boolean;
  readonly changed: boolean;
  /** The address that sent it. */
  readonly url: string;
  /** As the server says; empty where it says nothing. */
  readonly contentType: string;
  /** Of the bytes that came, in hexadecimal. */
  readonly sha256: string;
  readonly untrusted: true;
}

const input = z.object({
  url: httpAddress,
  path: path.describe(
    "Path of the file, relative to the workspace folder or absolute. For a folder, or a path that ends in /, the file name comes from the server.",
  ),
  timeout: z.number().int().min(1).max(600).default(120).describe("Timeout in seconds, 1 to 600. Default: 120."),
  max_redirects: maxRedirects,
});
type Input = z.infer<typeof input>;

const name = "download_file";

/** A file that came: handed by the call that fetched it to the one that writes it, so that no other call can take it. */
class FetchedFile {
  constructor(
    readonly answer: WebAnswer,
    /** The address that sent it. */
    readonly url: string,
    /** The addresses that led there. */
    readonly trail: readonly string[],
  ) {}
}

/**
 * Whether a path means a folder, in which the file gets a name of its own.
 * @throws ToolError where the file could not be written once it has come, as far as that shows.
 */
async function isFolder(path: string, target: ResolvedPath, context: PlanContext): Promise<boolean> {
  const { host } = context;
  const isNamed = path.endsWith("/") || target.real === target.root;
  const inFolder = childOf(target, namelessFile);
  await host.mayWrite(isNamed ? inFolder : target);
  const stat = await host.stat(target);
  if (isNamed && stat && stat.kind !== "directory")
    throw new ToolError(
      "not_directory",
      `${target.shown} is a file, not a folder: remove the / at the end, or give another folder.`,
      { path: shownPath(target.path) },
    );
  const isThere = stat?.kind === "directory";
  await (isThere ? host.mayWrite(inFolder) : isNamed || checkBeforeChange(target, context));
  return isNamed || isThere;
}

/** The first of two calls: what the server sends is kept until the second, within it, is judged and reviewed as a write. */
async function planFetching(wish: Input, context: PlanContext): Promise<Plan> {
  const { url } = wish;
  const target = await context.host.resolve(wish.path);
  const intoFolder = await isFolder(wish.path, target, context);
  const trail = trailOf(context.privateInput);
  const effect = requestFor(url, trail);
  return {
    title: actionTitle`Download ${shortAddress(url)} to ${folderName(target)}`,
    effects: [effect],
    notes: trail.length > 0 ? [redirectedLine(trail)] : [],
    async run(running) {
      const startedAt = performance.now();
      const answer = await fetched(wish, effect, running);
      const { location } = answer;
      if (location !== undefined)
        return followRedirects({ tool: name, input: wish, location, trail, startedAt }, running);
      if (answer.status !== 200 && answer.status !== 203) throw await httpFailure(url, answer, running.signal);
      const place = intoFolder
        ? `${target.path.replace(/[\\/]$/, "")}/${downloadName(answer.headers["content-disposition"], url)}`
        : wish.path;
      return running.call(name, { ...wish, path: place }, new FetchedFile(answer, url, trail));
    },
  };
}

async function fetched({ url, timeout }: Input, effect: FetchEffect, context: RunContext): Promise<WebAnswer> {
  const { host, settings, progress } = context;
  const megabytes = settings.limits.downloadMegabytes;
  const wish: FetchWish = {
    timeoutMs: timeout * 1000,
    maxBytes: megabytes * mebibyte,
    cache: "none",
    wholeOnly: true,
    asksRobots: true,
    onProgress: progressBySteps(url, progress),
  };
  const answer = await host.fetch(effect, wish).catch((error) => {
    throw error instanceof ToolError && error.code === "too_large" ? tooLarge(url, megabytes) : error;
  });
  if (answer.isCutOff) throw tooLarge(url, megabytes);
  return answer;
}

/** Of how many bytes on it is worth telling how far a download is, and after how many more where nobody knows the end. */
const [tellable, usualStep] = [mebibyte, 8 * mebibyte];

/** A line for the person for each tenth that came. */
function progressBySteps(url: string, tell: (line: string) => void): NonNullable<FetchWish["onProgress"]> {
  let next = tellable;
  return (received, total) => {
    if (received < next && (received !== total || received < tellable)) return;
    next = received + (total === undefined ? usualStep : total / 10);
    tell(`${mebibytes(received)}${total === undefined ? "" : ` of ${mebibytes(total)}`} from ${shownHost(url)}`);
  };
}

const tooLarge = (url: string, megabytes: number) =>
  new ToolError(
    "too_large",
    `${shortAddress(url)} exceeds the limit of ${megabytes} MiB, so nothing was saved: use a smaller file, or ask the person to raise toolcrib.limits.downloadMegabytes.`,
    { url, most: megabytes * mebibyte },
  );

/** The second call: a write like any. */
async function planSaving(file: FetchedFile, { path }: Input, context: PlanContext): Promise<Plan> {
  const { answer, url } = file;
  const after = answer.body;
  const target = await context.host.resolve(path);
  const before = await readBeforeChange(target, context);
  const created = before === undefined;
  const changed = created || Buffer.compare(before, after) !== 0;
  const sha256 = await digestOf(after);
  const data: DownloadData = {
    ...{
      path: shownPath(target.path),
      shown: target.shown,
      bytes: after.length,
      created,
      changed,
      url: shownAddress(url),
    },
    ...{ contentType: saidTypeOf(answer), sha256, untrusted: true },
  };
  const effect: WriteEffect = { kind: "write", target, before, after };
  return {
    title: created
      ? actionTitle`Create ${target.shown} from ${shownHost(url)}`
      : actionTitle`Overwrite ${target.shown} from ${shownHost(url)}`,
    effects: changed ? [effect] : [],
    notes: [
      clause`Downloaded from ${shortAddress(url)}: ${kindOf(file)}, ${grouped(after.length)} bytes.`,
      ...pageNotes(file, path),
      ...(created ? [] : await linkNotes(target, context)),
    ],
    async run({ host }) {
      if (changed) await host.write(effect);
      return resultOf(file, data);
    },
  };
}

const digestOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");

const kindOf = ({ answer: { body } }: FetchedFile): string =>
  body.length === 0 ? "empty" : (contentOf(body.subarray(0, headBytes))?.name ?? "text");

/** A page where a file was wanted is mostly a log-in or an error. */
function pageNotes({ answer: { headers } }: FetchedFile, path: string): string[] {
  const isPage = ["text/html", "application/xhtml+xml"].includes(mediaTypeOf(headers["content-type"]));
  return isPage && !/\.(?:x?html?|xht)$/i.test(path)
    ? ["The server sent a web page (text/html): check whether it is the file you wanted or a login or error page."]
    : [];
}

/** What is no media type is the server's own words, which have no place in a line of ours. */
function shownType({ contentType }: DownloadData): string {
  const type = mediaTypeOf(contentType);
  return /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(type) ? type : "not given";
}

function resultOf(file: FetchedFile, data: DownloadData): ToolResult {
  const size = `${grouped(data.bytes)} bytes, ${kindOf(file)}`;
  const done = data.changed
    ? `${data.created ? "Saved" : "Overwrote"} ${data.shown} (${size}).`
    : `${data.shown} already has exactly this content (${size}); nothing was written.`;
  const lines = [
    done,
    sourceLine(data.url),
    ...(file.trail.length > 0 ? [redirectedLine(file.trail)] : []),
    `Content type: ${shownType(data)}`,
    `SHA-256: ${data.sha256}`,
    ...pageNotes(file, data.path),
  ];
  return { text: lines.join("\n"), isError: false, data };
}

export const downloadFile = defineTool({
  name,
  displayName: "Download File",
  summary: "Download a file into the workspace, as a change to review",
  description:
    "Downloads an http or https URL (GET) to a file in the workspace, byte for byte. The download is reviewed and can be undone like any other change. Use web_fetch to read a page.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "web download save url file binary asset",
  },
  effectKinds: ["read", "fetch", "write"],
  input,
  plan: (wish, context) =>
    context.privateInput instanceof FetchedFile
      ? planSaving(context.privateInput, wish, context)
      : planFetching(wish, context),
});
