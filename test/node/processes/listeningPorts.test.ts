import assert from "node:assert/strict";
import { listeningSockets } from "../../../src/node/processes/listeningPorts";

const row = (local: string, state: string, inode: string) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000 100 0 0 10 0`;

describe("the system's table of sockets", () => {
  it("tells those that listen, with their addresses in the usual form", () =>
    assert.deepEqual(
      listeningSockets(
        [
          "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
          row("0100007F:1F90", "0A", "11"),
          row("0100007F:1F91", "01", "12"),
          row("00000000:0050", "0A", "13"),
          row("00000000000000000000000000000000:0BB8", "0A", "14"),
          row("00000000000000000000000001000000:0BB9", "0A", "15"),
          row("B80D0120000000000000000001000000:0BBA", "0A", "16"),
          "",
        ].join("\n"),
      ),
      [
        { address: "127.0.0.1", port: 8080, inode: "11" },
        { address: "0.0.0.0", port: 80, inode: "13" },
        { address: "::", port: 3000, inode: "14" },
        { address: "::1", port: 3001, inode: "15" },
        { address: "2001:db8:0:0:0:0:0:1", port: 3002, inode: "16" },
      ],
    ));
});
