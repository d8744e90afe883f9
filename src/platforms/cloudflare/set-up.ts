import { env as startEnv } from "cloudflare:workers";
import { parseConfig, type Config } from "../../config/parse-config.ts";
import type { ConversationPorts } from "../../conversation/linked/follow-links.ts";
import { createMemory, type Memory } from "../../conversation/memory.ts";
import type { MemoryOptions } from "../../conversation/state/memory-context.ts";
import type { ConversationState } from "../../conversation/state/state.ts";
import { createLimiter, type Limiter } from "../../limits/limiter.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type { LibraryStore } from "../../types/library.ts";
import { assemble, type Assembly } from "../assemble.ts";
import { createCallbackParts } from "../create-callback-parts.ts";
import { createDocuments, type Documents } from "../create-documents.ts";
import {
  createDurableObjectMailbox,
  linkableOf,
} from "./conversation-client.ts";
import type { Env } from "./env.ts";
import {
  createDurableObjectCallbackQueue,
  createDurableObjectCounters,
  createDurableObjectLibrary,
  createDurableObjectMessageIndex,
  createDurableObjectStore,
  createDurableObjectTurnIndex,
  objectOfClient,
} from "./object-clients.ts";

interface SetUp extends Assembly {
  readonly config: Config;
  readonly documents: Documents;
  readonly mailbox: ConversationPorts;
  readonly index: MessageIndex;
  readonly library: LibraryStore;
  /** Of callers, addresses and strangers. */
  readonly limiter: Limiter;
}

/**
 * Defined only in the bundle of `npm run dev`, not by `wrangler deploy`, even
 * with `NODE_ENV=development`.
 */
declare const BUILT_FOR_DEVELOPMENT: true | undefined;

const setUps = new WeakMap<Env, SetUp>();

/**
 * Builds everything from the Worker's bindings, once per isolate. Throws
 * `ConfigurationError`.
 * @param env of a request or an object, or the one imported at startup, which
 * is another object with the same bindings
 */
export function setUp(env: Env): SetUp {
  const made =
    setUps.get(env) ??
    (hasSameBindings(env, startEnv) ? setUps.get(startEnv) : undefined) ??
    createSetUp(env);
  setUps.set(env, made);
  return made;
}

function hasSameBindings(one: Env, other: Env): boolean {
  const bindings = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries<unknown>({ ...one });
  return (
    entries.length === bindings.size &&
    entries.every(([name, value]) => bindings.get(name) === value)
  );
}

function createSetUp(env: Env): SetUp {
  const { DEVELOPMENT_TOKEN: developmentToken, ...variables } = env;
  // A deployment ignores `DEVELOPMENT_TOKEN`.
  const config = parseConfig(
    variables,
    typeof BUILT_FOR_DEVELOPMENT === "undefined" ? {} : { developmentToken },
  );
  const { CONVERSATION, COUNTERS } = env;
  const mailbox = createDurableObjectMailbox(CONVERSATION);
  const index = createDurableObjectMessageIndex(env.MESSAGE_INDEX);
  const library = createDurableObjectLibrary(env.LIBRARY);
  const limiter = createLimiter({
    counters: createDurableObjectCounters({
      namespace: COUNTERS,
      objectOf: objectOfClient,
    }),
  });
  const documents = createDocuments(
    (...name) => createDurableObjectStore(env.DOCUMENT, name.join("/")),
    config.memory,
  );
  const made: SetUp = {
    config,
    documents,
    mailbox,
    index,
    library,
    limiter,
    ...assemble(config, {
      index,
      callbacks: {
        ...createCallbackParts(config, (name) => made.channels.find(name)),
        queue: createDurableObjectCallbackQueue(env.CALLBACK),
      },
      library,
      signInStore: documents.signInStore,
      turnIndex: createDurableObjectTurnIndex(env.TURN_INDEX),
      links: {
        codes: documents.linkCodes,
        limiter,
        deliver: (message) => mailbox.deliver(message),
        of: (conversation) => linkableOf(CONVERSATION, conversation),
      },
      // One request to one object checks all limits of a call.
      budgetCounters: createDurableObjectCounters({
        namespace: COUNTERS,
        objectOf: () => "budget",
      }),
    }),
  };
  return made;
}

/** Never throws: if its constructor did, an object would lose its alarm. */
export function hasRetention(env: Env): boolean {
  try {
    return setUp(env).config.memory.retentionMs > 0;
  } catch {
    return false;
  }
}

/** Needs no lease: only this object writes its conversation. */
export function openMemory(
  { storage }: DurableObjectState,
  env: Env,
  options: Partial<Pick<MemoryOptions, "wakeBy" | "store" | "now">>,
): Memory {
  const { config, listing, telling } = setUp(env);
  const database = openDurableObjectDatabase(storage);
  return createMemory({
    store: createSqliteStore<ConversationState>({ database }),
    ...options,
    retentionMs: config.memory.retentionMs,
    keepsPages: config.tools.includes("read_page"),
    isIndexed: listing.turnIndex !== undefined,
    eventTypes: telling.types,
  });
}
