/** A model endpoint on this machine that plays a script, in the ways that agent clients speak to a model. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicMessages } from "./protocols/anthropic";
import { geminiContents } from "./protocols/gemini";
import { chatCompletions, responses } from "./protocols/openAi";
import { type Json, type Protocol, type SeenResult, type Step, textOf } from "./protocols/protocol";

/** An endpoint that plays one script. */
export interface ModelEndpoint {
  /** Without a path. */
  readonly origin: string;
  /** The results in the longest conversation that a client sent. */
  results(): readonly SeenResult[];
  close(): Promise<void>;
}

const protocols: readonly Protocol[] = [chatCompletions, responses, anthropicMessages, geminiContents];

/** Opens it on a free port. @param script the n-th step is taken when a request carries n results. */
export async function serveModel(script: readonly Step[]): Promise<ModelEndpoint> {
  let longest: readonly SeenResult[] = [];
  const answer = (protocol: Protocol, body: Json, response: ServerResponse) => {
    const asked = protocol.read(body);
    if (asked.results.length > longest.length) longest = asked.results;
    // Questions beside the work, such as one for a title, come without tools.
    const next = asked.offered.length > 0 ? script[asked.results.length] : undefined;
    response.writeHead(200, { "content-type": "text/event-stream" });
    protocol.answer(response, asked, next ?? { text: "Done." }, textOf(body.model));
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const protocol = protocols.find((one) => request.method === "POST" && one.path.test(path));
    if (protocol) return answer(protocol, JSON.parse(Buffer.concat(pieces).toString()) as Json, response);
    response.writeHead(404, { "content-type": "application/json" }).end('{"error":{"message":"not scripted"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results: () => longest,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
