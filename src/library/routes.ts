import { Hono } from "hono";
import { admitOperator } from "../channels/bearer-keys.ts";
import type { GuessGuard } from "../channels/guess-guard.ts";
import { problemResponse } from "../channels/problems.ts";
import { readBody } from "../channels/request-body.ts";
import type { LibraryEntry, LibraryStore } from "../library.ts";
import { findFault, refusalOf, UNKNOWN_DOCUMENT } from "./library-problems.ts";

/** Of the text of one document. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** Any name, also those that are refused for their line breaks. */
const DOCUMENT = "/documents/:name{[\\s\\S]+}";

export interface LibraryRoutesOptions {
  readonly store: LibraryStore;
  readonly keys: readonly string[];
  readonly guessGuard: GuessGuard;
}

/** `/library`: its operator adds, lists and removes documents. */
export function createLibraryRoutes({
  store,
  keys,
  guessGuard,
}: LibraryRoutesOptions): Hono {
  const routes = new Hono();

  routes.use(
    "*",
    admitOperator({
      keys,
      owner: "the library's",
      variable: "LIBRARY_KEY",
      guessGuard,
    }),
  );

  routes.get("/documents", async (context) => {
    const entries = await store.list();
    return context.json({ documents: entries.map(toBody) });
  });

  routes.put(DOCUMENT, async (context) => {
    const name = context.req.param("name");
    const address = context.req.query("address");
    const type = context.req.header("content-type") ?? "text/plain";
    const fault = findFault({ name, address, type });
    if (fault !== undefined) return problemResponse(fault);
    const body = await readBody(context.req.raw, {
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    if (body.kind === "refused") return problemResponse(body.problem);

    const addition = await store.put({
      name,
      text: body.value,
      ...(address !== undefined && { address }),
    });
    if (!("entry" in addition)) return problemResponse(refusalOf(addition));
    return context.json(
      { status: addition.kind, ...toBody(addition.entry) },
      addition.kind === "added" ? 201 : 200,
    );
  });

  routes.delete(DOCUMENT, async (context) => {
    const name = context.req.param("name");
    return (await store.remove(name))
      ? context.json({ status: "removed", name })
      : problemResponse(UNKNOWN_DOCUMENT);
  });

  return routes;
}

function toBody({ name, title, address, passages, addedAt }: LibraryEntry) {
  return {
    name,
    title,
    ...(address !== undefined && { address }),
    passages,
    added_at: new Date(addedAt).toISOString(),
  };
}
