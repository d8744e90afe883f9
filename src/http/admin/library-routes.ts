import { Hono, type Context } from "hono";
import type {
  Addition,
  LibraryEntry,
  LibraryStore,
} from "../../types/library.ts";
import type { Problem } from "../../types/problem.ts";
import { admitKey } from "../bearer-keys.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import { findTypeFault, readDocumentBody } from "./read-document-body.ts";

/** Matches any name, including line breaks, which are then rejected. */
const DOCUMENT = "/documents/:name{[\\s\\S]+}";

export interface LibraryRoutesOptions {
  readonly store: LibraryStore;
  readonly keys: readonly string[];
  readonly guessGuard: GuessGuard;
}

/** `/library`: adds, lists and removes documents for the operator. */
export function createLibraryRoutes({
  store,
  keys,
  guessGuard,
}: LibraryRoutesOptions): Hono {
  const routes = new Hono();

  routes.use(
    "*",
    admitKey({
      keys: keys.map((key) => ({ key })),
      owner: "the library's",
      variable: "LIBRARY_KEY",
      guessGuard,
    }),
  );

  routes.route("/", createDocumentRoutes({ store }));

  return routes;
}

/** @param onChange is called before a document is added or removed */
export function createDocumentRoutes({
  store,
  onChange = async () => {},
}: {
  store: LibraryStore;
  onChange?: (
    context: Context,
    change: "add-document" | "remove-document",
    name: string,
  ) => Promise<void>;
}): Hono {
  const routes = new Hono();

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
    const body = await readDocumentBody(context.req.raw, type);
    if (body.kind === "refused") return problemResponse(body.problem);

    await onChange(context, "add-document", name);
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
    await onChange(context, "remove-document", name);
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
    address,
    passages,
    added_at: new Date(addedAt).toISOString(),
  };
}

const MAX_NAME_LENGTH = 200;
/** Search results omit longer URLs. */
const MAX_ADDRESS_LENGTH = 300;

const UNKNOWN_DOCUMENT: Problem = {
  status: 404,
  slug: "unknown-document",
  title: "Document not found",
  detail: "GET /library/documents lists the document names.",
};

/** Validates a document before its text is read. */
function findFault({
  name,
  address,
  type,
}: {
  name: string;
  address: string | undefined;
  type: string;
}): Problem | undefined {
  if (name.length > MAX_NAME_LENGTH || /\p{Cc}|\p{Cs}/u.test(name))
    return {
      status: 422,
      slug: "wrong-name",
      title: "Invalid document name",
      detail: `Use at most ${MAX_NAME_LENGTH} characters, without control characters.`,
    };
  if (address !== undefined && !isAddress(address))
    return {
      status: 422,
      slug: "wrong-address",
      title: "Invalid document address",
      detail: `Send an http(s) address of at most ${MAX_ADDRESS_LENGTH} characters without user name and password, or leave it out.`,
    };
  return findTypeFault(type);
}

function refusalOf(addition: Exclude<Addition, { entry: unknown }>): Problem {
  switch (addition.kind) {
    case "empty":
      return {
        status: 422,
        slug: "empty-document",
        title: "The document is empty",
        detail: "It contains nothing but headings.",
      };
    case "too-many-passages":
      return {
        status: 422,
        slug: "too-many-passages",
        title: "The document has too many sections",
        detail: `It has more than ${addition.limit} passages. Split it into several documents.`,
      };
    case "full":
      return {
        status: 507,
        slug: "library-full",
        title: "The library is full",
        detail: `It holds ${addition.limit} documents. Remove some, or join small ones into one.`,
      };
  }
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.href.length <= MAX_ADDRESS_LENGTH
  );
}
