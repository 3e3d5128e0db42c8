/** The system calls that commands in a sandbox go without, as the program of bytes that the kernel asks (seccomp; D-15). Pure. */

/** What a filter is for: `held` is every command in a sandbox, `reading` one that runs unasked because it only reads. */
export type FilterKind = "held" | "reading";

/** The numbers that system calls have on a kind of processor. */
interface Processor {
  /** The kernel's name for it in a call. */
  readonly audit: number;
  /** add_key, request_key, keyctl: credentials of the person's session lie in keyrings, and no namespace divides them. */
  readonly keyrings: readonly number[];
  readonly socket: number;
  /** An older call that makes sockets as well; what it is asked for lies in memory, where a filter cannot look. */
  readonly socketCall?: number;
  /** From here on the same calls have second numbers. */
  readonly secondNumbers?: number;
}

/** Makes sockets and more without any further call. It has one number everywhere. */
const ioUring = 425;

const x64: Processor = { audit: 0xc000003e, keyrings: [248, 249, 250], socket: 41, secondNumbers: 0x40000000 };
const ia32: Processor = { audit: 0x40000003, keyrings: [286, 287, 288], socket: 359, socketCall: 102 };
const arm64: Processor = { audit: 0xc00000b7, keyrings: [217, 218, 219], socket: 198 };
const arm: Processor = { audit: 0x40000028, keyrings: [309, 310, 311], socket: 281, socketCall: 102 };

/** What each machine can run. */
const machines: Readonly<Record<string, readonly Processor[]>> = { x64: [x64, ia32], arm64: [arm64, arm] };

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK; others lead out of a network namespace (AF_VSOCK), or to what nobody uses. */
const families: Readonly<Record<FilterKind, readonly number[]>> = { held: [1, 2, 10, 16], reading: [2, 10, 16] };

const errors = { unknownCall: 38, unknownFamily: 97 } as const;

/** Instructions of the filter's machine: load a word of the call, jump, return. */
const codes = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, answer: 0x06 } as const;
/** Where in the description of a call its parts are; the low half of the first argument, as all these machines keep it first. */
const parts = { number: 0, processor: 4, argument: 16 } as const;

const instruction = (code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
};

const allowed = instruction(codes.answer, 0x7fff0000);
const refused = (error: number) => instruction(codes.answer, 0x00050000 + error);

/** What is done when a test holds, else what follows. */
const when = (code: number, value: number, then: readonly Buffer[]): Buffer[] => [
  instruction(code, value, 0, then.length),
  ...then,
];

function callsOf(processor: Processor, kind: FilterKind): Buffer[] {
  const { keyrings, socket, socketCall, secondNumbers } = processor;
  const missing = [...keyrings, ...(kind === "reading" ? [ioUring, ...(socketCall ? [socketCall] : [])] : [])];
  const unknown = [refused(errors.unknownCall)];
  return [
    instruction(codes.load, parts.number),
    ...(secondNumbers === undefined ? [] : when(codes.ifAtLeast, secondNumbers, unknown)),
    ...missing.flatMap((call) => when(codes.ifEqual, call, unknown)),
    ...when(codes.ifEqual, socket, [
      instruction(codes.load, parts.argument),
      ...families[kind].flatMap((family) => when(codes.ifEqual, family, [allowed])),
      refused(errors.unknownFamily),
    ]),
    allowed,
  ];
}

/**
 * The program for this machine, as bubblewrap hands it to the kernel. A refused call fails as on a kernel that does not
 * have it, which programs know how to take.
 * @param machine as `process.arch` has it. @returns undefined for a machine whose numbers are not known here.
 */
export function systemCallFilter(kind: FilterKind, machine: string = process.arch): Buffer | undefined {
  const processors = machines[machine];
  if (!processors) return undefined;
  const branches = processors.flatMap((processor) => [
    instruction(codes.load, parts.processor),
    ...when(codes.ifEqual, processor.audit, callsOf(processor, kind)),
  ]);
  return Buffer.concat([...branches, refused(errors.unknownCall)]);
}
