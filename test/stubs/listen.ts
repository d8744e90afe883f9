import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** An HTTP server on this machine. */
export interface ListeningServer {
  /** Origin, without a path. */
  readonly url: string;
  /** Also closes open connections. */
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function listen(
  listener: RequestListener,
): Promise<ListeningServer> {
  const server = createServer(listener);
  // Closing an idle connection while a request is on its way would break that
  // request.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
