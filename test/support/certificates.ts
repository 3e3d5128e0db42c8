/** Certificates made for one test run: no key is kept in the project, and none of them grows old. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** What a TLS server needs, as PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Issues certificates for servers of a test. */
export interface Authority {
  /** Its own certificate, as PEM, for whoever is to trust it. */
  readonly certificate: string;
  /**
   * @param names host names and IPv4 addresses that it is for.
   * @param days of life from now on; negative: it ended that many days ago.
   */
  issue(names: readonly string[], days?: number): ServerCertificate;
}

const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts);
const hex = (tag: number, digits: string) => tagged(tag, Buffer.from(digits, "hex"));

const object = {
  commonName: hex(0x06, "550403"),
  ecdsaWithSha256: hex(0x06, "2a8648ce3d040302"),
  basicConstraints: hex(0x06, "551d13"),
  subjectAltName: hex(0x06, "551d11"),
};
const yes = hex(0x01, "ff");
const dayMs = 86_400_000;

const nameOf = (name: string) =>
  sequence(tagged(0x31, sequence(object.commonName, tagged(0x0c, Buffer.from(name, "utf8")))));

const timeIn = (days: number) =>
  tagged(0x18, Buffer.from(`${new Date(Date.now() + days * dayMs).toISOString().replace(/\D/g, "").slice(0, 14)}Z`));

const alternativeName = (name: string) =>
  isIPv4(name) ? tagged(0x87, Buffer.from(name.split(".").map(Number))) : tagged(0x82, Buffer.from(name, "ascii"));

interface Request {
  readonly issuer: string;
  readonly subject: string;
  readonly days: number;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extension: Uint8Array;
}

function certificateOf({ issuer, subject, days, publicKey, signer, extension }: Request): string {
  const algorithm = sequence(object.ecdsaWithSha256);
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const unsigned = sequence(
    tagged(0xa0, hex(0x02, "02")),
    tagged(0x02, serial),
    algorithm,
    nameOf(issuer),
    sequence(timeIn(Math.min(-1, days - 1)), timeIn(days)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(extension)),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign("sha256", unsigned, signer));
  const lines =
    sequence(unsigned, algorithm, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });

/** A new authority that nothing trusts yet. @param name as its certificates call it. */
export function makeAuthority(name = "Test Authority"): Authority {
  const own = newKeys();
  const constraint = sequence(object.basicConstraints, yes, tagged(0x04, sequence(yes)));
  const certificate = certificateOf({
    issuer: name,
    subject: name,
    days: 30,
    publicKey: own.publicKey,
    signer: own.privateKey,
    extension: constraint,
  });
  return {
    certificate,
    issue(names, days = 30) {
      const { publicKey, privateKey } = newKeys();
      const alternatives = tagged(0x04, sequence(...names.map(alternativeName)));
      const extension = sequence(object.subjectAltName, alternatives);
      const subject = names[0] ?? "nobody";
      const cert = certificateOf({ issuer: name, subject, days, publicKey, signer: own.privateKey, extension });
      return { key: privateKey.export({ type: "pkcs8", format: "pem" }) as string, cert };
    },
  };
}
