import * as z from "zod";
import { createParleyClient, readHealth } from "../parley-client.ts";

/** A document in the library. */
type Entry = z.infer<typeof Entry>;

/**
 * Outcome of a request. `refused` concerns one document; after `lost`, further
 * requests would fail as well.
 */
type Outcome<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "lost"; readonly reason: string };

export interface LibraryClient {
  put(document: {
    name: string;
    text: string;
    address: string | undefined;
  }): Promise<Outcome<Entry & { status: string }>>;
  list(): Promise<Outcome<{ documents: Entry[] }>>;
  remove(name: string): Promise<Outcome<{ name: string }>>;
  /** Tools that the deployment's model may call; `undefined` if unknown. */
  listTools(): Promise<readonly string[] | undefined>;
}

const Entry = z.object({
  name: z.string(),
  title: z.string(),
  passages: z.number(),
});
const Problem = z.object({ type: z.string(), detail: z.string() });

/** Splitting and indexing a large document takes a second or two. */
const TIMEOUT_MS = 60_000;

/**
 * Client for a deployment's library routes. Network and HTTP failures are
 * returned, not thrown.
 */
export function createLibraryClient({
  url,
  key,
}: {
  url: string;
  key: string;
}): LibraryClient {
  async function call<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    init: { method: string; body?: string },
  ): Promise<Outcome<z.infer<Schema>>> {
    const response = await fetch(`${url}/library/documents${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        ...(init.body !== undefined && {
          "content-type": "text/markdown; charset=utf-8",
        }),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (response === undefined) return notReached(url);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) return explain(response.status, body);
    const parsed = schema.safeParse(body);
    return parsed.success
      ? { kind: "done", value: parsed.data }
      : lost(`The server at ${url} is not Parley.`);
  }

  const pathOf = (name: string) => `/${encodeURIComponent(name)}`;
  return {
    put({ name, text, address }) {
      const query =
        address === undefined ? "" : `?address=${encodeURIComponent(address)}`;
      return call(
        Entry.extend({ status: z.string() }),
        `${pathOf(name)}${query}`,
        { method: "PUT", body: text },
      );
    },
    list: () =>
      call(z.object({ documents: z.array(Entry) }), "", { method: "GET" }),
    remove: (name) =>
      call(z.object({ name: z.string() }), pathOf(name), { method: "DELETE" }),
    async listTools() {
      const health = await readHealth(createParleyClient({ url }));
      return health.kind === "healthy" ? health.health.tools : undefined;
    },
  };
}

/**
 * Statuses that concern one document; so does 404 if the document is unknown.
 */
const ABOUT_DOCUMENT = [413, 415, 422];

function explain(
  status: number,
  body: unknown,
): Exclude<Outcome<never>, { kind: "done" }> {
  if (status === 401)
    return lost(
      "The deployment rejects this key: its LIBRARY_KEY differs. Set both to the same value.",
    );
  const { data: problem } = Problem.safeParse(body);
  const isUnknown = problem?.type.endsWith("/unknown-document") === true;
  const reason = problem?.detail ?? `HTTP ${status}`;
  return isUnknown || ABOUT_DOCUMENT.includes(status)
    ? { kind: "refused", reason }
    : lost(`The deployment rejected the request (${status}): ${reason}`);
}

function notReached(url: string): Outcome<never> {
  return lost(
    `Nothing answers at ${url}. Is \`npm run dev\` running? For another port or deployment, add -- --url, such as -- --url http://localhost:8797.`,
  );
}

function lost(reason: string): { kind: "lost"; reason: string } {
  return { kind: "lost", reason };
}
