import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { createLibraryRoutes } from "../../src/library/routes.ts";
import type { LibraryStore } from "../../src/library.ts";
import { createSqliteLibrary } from "../../src/stores/sqlite/sqlite-library.ts";
import { ANY_GUESSES } from "../fakes/no-limits.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { listen } from "./listen.ts";
import { PARLEY_HEALTH } from "./parley-server.ts";

export interface LibraryServer {
  readonly url: string;
  readonly store: LibraryStore;
  /** The tools of its model, which it names from now on. */
  offer(tools: readonly string[]): void;
  close(): Promise<void>;
}

/** The library's own routes over SQLite in memory, on loopback. Its model has the library's tool. */
export async function startLibraryServer({
  key,
}: {
  key: string;
}): Promise<LibraryServer> {
  const store = createSqliteLibrary({ database: createNodeSqliteDatabase() });
  const routes = createLibraryRoutes({
    store,
    keys: [key],
    guessGuard: ANY_GUESSES,
  });
  let offered: readonly string[] = ["library", "calculator"];
  const server = await listen((incoming, outgoing) => {
    if (incoming.url === "/healthz")
      return void outgoing.end(
        JSON.stringify({ ...PARLEY_HEALTH, tools: offered }),
      );
    const respond = async () => {
      const request = toRequest(incoming);
      const response = await routes.fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    };
    respond().catch(() => outgoing.destroy());
  });
  return {
    url: server.url,
    store,
    offer: (tools) => void (offered = tools),
    close: server.close,
  };
}

/** The routes stand under `/library` in the app. */
function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const path = url.replace(/^\/library/, "");
  const hasBody = method !== "GET" && method !== "DELETE";
  return new Request(`http://${headers.host}${path}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    ),
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
}
