import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** An HTTP server of this machine. */
export interface ListeningServer {
  /** Without a path. */
  readonly url: string;
  /** Ends open connections too. */
  readonly close: () => Promise<void>;
}

/** Starts a server at a free port of the loopback interface. */
export async function listen(
  listener: RequestListener,
): Promise<ListeningServer> {
  const server = createServer(listener);
  // A connection that the server closes for being idle, while a request is on its way, breaks that request.
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
