import { Hono } from "hono";
import { problemResponse } from "../channels/problem-response.ts";
import { readBody } from "../channels/read-body.ts";
import type { LibraryEntry, LibraryStore } from "../library.ts";
import { authorize } from "./authorize.ts";
import { findFault, refusalOf, UNKNOWN_DOCUMENT } from "./library-problems.ts";

/** Of the text of one document. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** Any name, also those that are refused for their line breaks. */
const DOCUMENT = "/documents/:name{[\\s\\S]+}";

export interface LibraryRoutesOptions {
  readonly store: LibraryStore;
  /** The keys that this request may show. */
  readonly keysFor: (request: Request) => readonly string[];
}

/** `/library`: its operator adds, lists and removes documents. */
export function createLibraryRoutes({
  store,
  keysFor,
}: LibraryRoutesOptions): Hono {
  const routes = new Hono();

  routes.use("*", async (context, next) => {
    const request = context.req.raw;
    const problem = await authorize(request, keysFor(request));
    return problem === undefined ? next() : problemResponse(problem);
  });

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

    const { text } = body;
    const addition = await store.put({
      name,
      text,
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
