/** What a hook and a window say to each other: one line of JSON each. */
import type { Socket } from "node:net";
import { type BuiltInCall, type HookVerdict, isHarness } from "../harness";

/** Bytes of a call at most, as of a hook's whole input. */
export const maxCallBytes = 16 * 1024 * 1024;

/** Bytes of a verdict at most. */
export const maxVerdictBytes = 64 * 1024;

const lineFeed = 0x0a;

/** The first line that comes. @throws Error when it is longer than that, or the other end closes before it is whole. */
export function firstLine(socket: Socket, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    socket.on("data", (piece: Buffer) => {
      const end = piece.indexOf(lineFeed);
      bytes += end < 0 ? piece.length : end;
      if (bytes > maxBytes) return reject(new Error(`the message is longer than ${maxBytes} bytes`));
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0) resolve(Buffer.concat(pieces).toString("utf8"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the connection was closed")));
  });
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws Error for anything but a call. */
export function readCall(line: string): BuiltInCall {
  const { version, harness, tool, input, cwd, session } = Object(JSON.parse(line)) as Record<string, unknown>;
  const areTexts = [tool, cwd, session].every((text) => typeof text === "string");
  if (version !== 1 || !isHarness(harness) || !areTexts || !isFields(input)) throw new Error("it is not a call");
  return { harness, input, tool, cwd, session } as BuiltInCall;
}

/** As a line. */
export const writtenCall = (call: BuiltInCall): string => `${JSON.stringify({ version: 1, ...call })}\n`;

/** A window's answer: a verdict, or that it judges nothing of that folder. */
export type WindowAnswer = HookVerdict | "elsewhere";

/** @throws Error for anything but an answer. */
export function readAnswer(line: string): WindowAnswer {
  const { version, kind, reason, byPersonAlone } = Object(JSON.parse(line)) as Record<string, unknown>;
  if (version !== 1) throw new Error("it is not an answer");
  if (kind === "elsewhere") return kind;
  const isNone = kind === "none" && reason === "";
  if (!isNone && !((kind === "ask" || kind === "deny") && typeof reason === "string" && reason !== ""))
    throw new Error("it is not a verdict");
  return { kind, reason, ...(byPersonAlone === true && { byPersonAlone }) } as HookVerdict;
}

/** As a line. */
export const writtenAnswer = (answer: WindowAnswer): string =>
  `${JSON.stringify({ version: 1, ...(answer === "elsewhere" ? { kind: answer } : answer) })}\n`;
