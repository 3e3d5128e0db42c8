/** Addresses as nobody writes them who means well. */
import fc from "fast-check";

const byte = fc.oneof(fc.constantFrom(0, 1, 8, 10, 127, 169, 172, 192, 254, 255), fc.nat(255));

const inRadix = (number: number, radix: number, zeros: number): string => {
  const prefix = radix === 16 ? "0x" : radix === 8 ? "0" : "";
  return prefix + (radix === 10 ? "" : "0".repeat(zeros)) + number.toString(radix);
};

/** An IPv4 address in one to four parts, each in a radix of its own. */
const ipv4 = fc
  .record({
    bytes: fc.tuple(byte, byte, byte, byte),
    parts: fc.integer({ min: 1, max: 4 }),
    radixes: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
    zeros: fc.nat(3),
  })
  .map(({ bytes, parts, radixes, zeros }) => {
    const rest = bytes.slice(parts - 1).reduce((sum, one) => sum * 256 + one, 0);
    return [...bytes.slice(0, parts - 1), rest].map((one, at) => inRadix(one, radixes[at] ?? 10, zeros)).join(".");
  });

const ipv6 = fc.oneof(
  fc.ipV6(),
  ipv4.map((text) => `::ffff:${text}`),
  fc.constantFrom("::1", "::", "fe80::1%25eth0", "1:2:3", "::ffff:7f00:1"),
);

const label = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abcxyz019-_"), minLength: 1, maxLength: 8 }),
  fc.constantFrom("example", "localhost", "xn--80ak6aa92e", "EXAMPLE", "0x7f", "08", "1e3", "b\u00fccher", "\uff41"),
);

const host = fc.oneof(
  ipv4,
  ipv6.map((text) => `[${text}]`),
  fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join(".")),
  fc.ipV4(),
);

/** Seldom, so that most addresses are odd in one place only. */
const seldom = (usual: string, odd: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

const oddity = fc.constantFrom(
  ...[".", "..", "@", ":", "#", "?", "/", "\\", "%2e", "%00", ";", ",", "'", "*", "~", "|", "^", "[", "]", "{", "&"],
  ...["=", "+", "$", "!", "(", "<", "`", "\u00ad", "\u3002", "\uff0e", "\u200b"],
);

const port = fc.oneof(
  fc.constantFrom("", "", "", ":80", ":443", ":8080", ":00080"),
  fc.nat(65_535).map((number) => `:${number}`),
);
const oddPort = fc.constantFrom(
  ":",
  ":0",
  ":65535",
  ":65536",
  ":-1",
  ":+80",
  ":8a",
  ":0x50",
  ":80:81",
  ":\uff18\uff10",
);

const user = fc.constantFrom("a@", "a:b@", "a:b@c@", "@", "%40@", "example.org:80@", "example.org\\@", "example.org#@");
const slashes = fc.constantFrom("/", "///", "", "\\\\", "/\\");

/** Under http or https; without line breaks. */
export const oddAddress = fc
  .record({
    scheme: fc.constantFrom("http:", "https:", "HTTP:", "hTTpS:"),
    slashes: seldom("//", slashes),
    user: seldom("", user),
    before: seldom("", oddity),
    host,
    after: seldom("", oddity),
    port: fc.oneof({ weight: 12, arbitrary: port }, { weight: 1, arbitrary: oddPort }),
    path: fc.constantFrom("", "/", "/a", "?q=@127.0.0.1", "#@127.0.0.1", "/@127.0.0.1/", "\\@127.0.0.1", "/%2e%2e"),
  })
  .map((part) => part.scheme + part.slashes + part.user + part.before + part.host + part.after + part.port + part.path);
