import { createLibraryRoutes } from "../../src/http/admin/library-routes.ts";
import { createSqliteLibrary } from "../../src/stores/sqlite/sqlite-library.ts";
import type { LibraryStore } from "../../src/types/library.ts";
import { ANY_GUESSES } from "../fakes/no-limits.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { PARLEY_HEALTH } from "./parley-server.ts";
import { serveApp } from "./serve-app.ts";

export interface LibraryServer {
  readonly url: string;
  readonly store: LibraryStore;
  /** Sets the tools that it reports from now on. */
  offer(tools: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * The library's real routes over in-memory SQLite, on loopback. Reports that
 * its model has the library tool.
 */
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
  const server = await serveApp((request) =>
    new URL(request.url).pathname === "/healthz"
      ? Response.json({ ...PARLEY_HEALTH, tools: offered })
      : // The routes stand under `/library` in the app.
        routes.fetch(new Request(request.url.replace("/library", ""), request)),
  );
  return {
    url: server.url,
    store,
    offer: (tools) => void (offered = tools),
    close: server.close,
  };
}
