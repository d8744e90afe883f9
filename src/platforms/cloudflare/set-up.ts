import { type Config, parseConfig } from "../../config.ts";
import { assemble, type Assembly } from "../assemble.ts";
import { createCallbackParts } from "../create-callback-parts.ts";
import { createDurableObjectCounters } from "./deployment-objects.ts";
import type { Env } from "./env.ts";
import {
  createDurableObjectCallbackQueue,
  createDurableObjectLibrary,
  createDurableObjectMessageIndex,
} from "./object-clients.ts";
import { env as startEnv } from "cloudflare:workers";

export interface SetUp extends Assembly {
  readonly config: Config;
}

/** Defined by `npm run dev` when Wrangler bundles the Worker. Nothing else has it, `wrangler deploy` with NODE_ENV=development neither. */
declare const BUILT_FOR_DEVELOPMENT: true | undefined;

const known = new WeakMap<Env, SetUp>();

/**
 * What the Worker's bindings ask for, made once per isolate. Throws `ConfigurationError`.
 * @param env that of requests and objects, or the one that is there at the start: another object, with the same bindings
 */
export function setUp(env: Env): SetUp {
  const made =
    known.get(env) ??
    (hasSameBindings(env, startEnv) ? known.get(startEnv) : undefined) ??
    createSetUp(env);
  known.set(env, made);
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
  // A deployment ignores the variable.
  const config = parseConfig(
    variables,
    typeof BUILT_FOR_DEVELOPMENT === "undefined" ? {} : { developmentToken },
  );
  const callbacks = createCallbackParts(config, {
    counters: createDurableObjectCounters({
      namespace: env.COUNTERS,
      // One for each caller: `callbacks/shop`.
      objectOf: (key) => key.split("/", 2).join("/"),
    }),
  });
  return {
    config,
    ...assemble(config, {
      index: createDurableObjectMessageIndex(env.MESSAGE_INDEX),
      callbacks: {
        ...callbacks,
        queue: createDurableObjectCallbackQueue(env.CALLBACK),
      },
      library: createDurableObjectLibrary(env.LIBRARY),
      // All limits of a call are checked by one request to one object.
      budgetCounters: (part) =>
        createDurableObjectCounters({
          namespace: env.COUNTERS,
          objectOf: () => (part === 0 ? "budget" : `budget/${part}`),
        }),
    }),
  };
}
