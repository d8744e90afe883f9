import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { listen, type ListeningServer } from "./listen.ts";

/** Serves a handler of web-standard requests on loopback. */
export function serveApp(
  respond: (request: Request) => Response | Promise<Response>,
): Promise<ListeningServer> {
  return listen((incoming, outgoing) => {
    const answer = async () => {
      const response = await respond(toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.bytes());
    };
    answer().catch(() => outgoing.destroy());
  });
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = method !== "GET" && method !== "DELETE";
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    ),
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
}
