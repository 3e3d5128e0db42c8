/** The hosts that a command's arguments name, for the person who is asked (CF-2). */
import { parsedAddress } from "../../core/text/addresses/parsedAddress";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { addressesIn } from "./commandNetwork";

/** Programs whose first plain argument is a host, with their options of one letter that take a value. */
const firstIsHost: Readonly<Record<string, string>> = {
  ssh: "BbcDEeFIiJLlmOopPQRSWw",
  sftp: "BbcDFiJloPRSsX",
  mosh: "p",
  telnet: "belnSX",
  ftp: "",
  lftp: "eupcf",
  nc: "IiMmOpPqsTVWwXx",
  ncat: "eghiopstw",
  ping: "cFIilMmpQsStTwW",
  ping6: "cFIilMmpQsStTwW",
};

/** Programs that take `host:path` or `user@host:path` for a place elsewhere. */
const takesPlaces = new Set(["scp", "sftp", "rsync", "git"]);
const takesUserlessPlaces = new Set(["scp", "sftp", "rsync"]);

const anyScheme = /(?<![\w+.-])[a-z][a-z\d+.-]*:\/\/[^\s'"<>]+/i;
const placeElsewhere = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)/;
const placeOfUser = /^[\w.-]+@([\w.-]+):(?!\/\/)/;

function firstHost(values: readonly string[], valued: string): string[] {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as string;
    if (!value.startsWith("-")) return value === "" ? [] : [value.replace(/^[^@]*@/, "")];
    if (value.length === 2 && valued.includes(value[1] as string)) at++;
  }
  return [];
}

/** The host of an address with its port, when it has one. */
export const hostOf = (address: string): string[] => {
  const host = parsedAddress(address)?.host ?? "";
  return host === "" ? [] : [host];
};

/** Each host once, with its port where one is written; one that only shows while the command runs is not known. */
export function hostsIn(command: SimpleCommand): string[] {
  const name = baseName(command.name ?? "");
  const values = command.args.map(({ value = "" }) => value);
  const urls = [...addressesIn(command), ...values.flatMap((value) => anyScheme.exec(value) ?? [])];
  const place = takesUserlessPlaces.has(name) ? placeElsewhere : placeOfUser;
  const places = takesPlaces.has(name) ? values.flatMap((value) => place.exec(value)?.[1] ?? []) : [];
  const valued = firstIsHost[name];
  const first = valued === undefined || places.length + urls.length > 0 ? [] : firstHost(values, valued);
  return [...new Set([...urls.flatMap(hostOf), ...places, ...first])];
}
