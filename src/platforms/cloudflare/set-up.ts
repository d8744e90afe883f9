import { env as startEnv } from "cloudflare:workers";
import { parseConfig, type Config } from "../../config/parse-config.ts";
import { createLimiter } from "../../limits/limiter.ts";
import { assemble, type Assembly } from "../assemble.ts";
import { createCallbackParts } from "../create-callback-parts.ts";
import { createDocuments, type Documents } from "../create-documents.ts";
import {
  createDurableObjectCounters,
  objectOfClient,
} from "./deployment-objects.ts";
import { createDurableObjectStore } from "./document-object.ts";
import type { Env } from "./env.ts";
import { createDurableObjectLinks } from "./links-client.ts";
import {
  createDurableObjectCallbackQueue,
  createDurableObjectLibrary,
  createDurableObjectMessageIndex,
  createDurableObjectTurnIndex,
} from "./object-clients.ts";

export interface SetUp extends Assembly {
  readonly config: Config;
  readonly documents: Documents;
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
  const callbacks = createCallbackParts(config, (name) =>
    made.channels.find(name),
  );
  const documents = createDocuments(
    (...name) => createDurableObjectStore(env.DOCUMENT, name.join("/")),
    config.memory,
  );
  const { linkCodes, signInStore } = documents;
  const made: SetUp = {
    config,
    documents,
    ...assemble(config, {
      index: createDurableObjectMessageIndex(env.MESSAGE_INDEX),
      callbacks: {
        ...callbacks,
        queue: createDurableObjectCallbackQueue(env.CALLBACK),
      },
      library: createDurableObjectLibrary(env.LIBRARY),
      signInStore,
      turnIndex: createDurableObjectTurnIndex(env.TURN_INDEX),
      links: createDurableObjectLinks(
        env.CONVERSATION,
        linkCodes,
        createLimiter({
          counters: createDurableObjectCounters({
            namespace: env.COUNTERS,
            objectOf: objectOfClient,
          }),
        }),
      ),
      // One request to one object checks all limits of a call.
      budgetCounters: createDurableObjectCounters({
        namespace: env.COUNTERS,
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
