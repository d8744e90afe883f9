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

export interface SetUp extends Assembly {
  readonly config: Config;
}

/** Defined by `npm run dev` when Wrangler bundles the Worker. Nothing else has it, `wrangler deploy` with NODE_ENV=development neither. */
declare const BUILT_FOR_DEVELOPMENT: true | undefined;

const known = new WeakMap<Env, SetUp>();

/** What the Worker's bindings ask for, made once per isolate. Throws `ConfigurationError`. */
export function setUp(env: Env): SetUp {
  let made = known.get(env);
  if (made === undefined) {
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
    made = {
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
    known.set(env, made);
  }
  return made;
}
