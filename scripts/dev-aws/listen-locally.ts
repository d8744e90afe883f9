import { once } from "node:events";
import type { Server } from "node:http";

/** Resolves when the server takes requests, of this machine alone: they are not encrypted. Throws where the port is taken. */
export async function listenLocally(
  server: Server,
  port: number,
): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
