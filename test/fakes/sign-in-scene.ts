import {
  createSignInStore,
  type SignInRows,
} from "../../src/stores/sign-ins.ts";
import type { McpServer } from "../../src/tools/mcp/mcp-server.ts";
import { createSignIns } from "../../src/tools/mcp/sign-in/sign-ins.ts";
import type { SignInEnd, SignInParty } from "../../src/types/sign-ins.ts";
import { startOAuthServer } from "../stubs/oauth-server.ts";
import { createMemoryStores } from "./memory-store.ts";

export const ORIGIN = "http://localhost:8787";
export const BROWSER = "browser-of-ann";
const { signal } = new AbortController();

/** A server called shop that wants a sign-in, and a deployment that knows it. */
export async function startSignInScene({
  server: changes = {},
  retentionMs = 0,
  ...options
}: Parameters<typeof startOAuthServer>[0] & {
  server?: Partial<McpServer>;
  retentionMs?: number;
} = {}) {
  const shop = await startOAuthServer(options);
  const server: McpServer = {
    name: "shop",
    url: shop.url,
    auth: "person",
    ...changes,
  };
  const clock = { at: Date.now() };
  const now = () => clock.at;
  const stores = createMemoryStores<SignInRows>();
  const store = createSignInStore({ storeOf: stores, now });
  const open = (
    secret = "the secret of this deployment",
    keptMs = retentionMs,
  ) =>
    createSignIns({
      servers: [server],
      store,
      secret,
      retentionMs: keptMs,
      now,
    });
  const signIns = open();
  return {
    shop,
    server,
    clock,
    now,
    store,
    /** Everything that is stored, as text. */
    dump: () => JSON.stringify(stores.dump()),
    open,
    signIns,
    /** Begins, visits the server's page, and returns how it sends back. */
    async leave(
      party: Partial<SignInParty> & { conversation?: string } = {},
      browser = BROWSER,
    ): Promise<URLSearchParams> {
      const start = await signIns.begin(
        { server: "shop", person: "ann", ...party },
        { origin: ORIGIN, browser, signal },
      );
      if (start.kind === "failed") throw new Error(JSON.stringify(start));
      const page = await fetch(start.url, { redirect: "manual" });
      return new URL(page.headers.get("location") ?? "").searchParams;
    },
    end: (answer: URLSearchParams, browser = BROWSER): Promise<SignInEnd> =>
      signIns.end(answer, { browser, signal }),
  };
}

export type SignInScene = Awaited<ReturnType<typeof startSignInScene>>;
