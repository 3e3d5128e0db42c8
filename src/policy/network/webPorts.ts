/** Ports at which something else than the web is spoken: a request there would be read as its commands. */

/** The "bad ports" of the fetch standard (https://fetch.spec.whatwg.org/#port-blocking), which browsers refuse as well. */
const otherProtocols: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[
    389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995,
  ],
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
]);

/**
 * Servers that read lines or bytes of their own and have often answered those in a request of the web: databases, caches,
 * queues, shared folders and screens. Ports at which they speak HTTP are not among them.
 */
const otherServers: ReadonlySet<number> = new Set([
  ...[88, 445, 873, 1080, 1433, 1521, 1883, 2181, 2424, 3260, 3306, 3389, 4222, 4369, 5432, 5433, 5671, 5672, 5900],
  ...[5901, 6379, 6380, 6432, 8883, 9042, 9092, 9160, 11211, 16379, 26379, 27017, 27018, 27019, 33060],
]);

/** True for a port that is known to be of another protocol. */
export const isOfOtherProtocol = (port: number): boolean => otherProtocols.has(port) || otherServers.has(port);
