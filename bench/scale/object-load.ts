import type { Env } from "../../src/platforms/cloudflare/env.ts";

/**
 * Path at which the wrapped Worker is told which object to load, and for how
 * long.
 */
export const LOAD_PATH = "/bench/load";

/**
 * Requests to the shared objects, one object of each kind. `number` is unique.
 */
const LOADS: Readonly<
  Record<string, (env: Env, number: number) => Promise<unknown>>
> = {
  "counters, a sum is read": (env) =>
    env.COUNTERS.getByName("load").read("nothing"),
  "counters (the budget), a call is reserved or settled": (env, number) =>
    env.COUNTERS.getByName("load").add([
      counted(`tokens:1/person/${number % 1_000}`),
      counted("tokens:1/shared/everybody"),
    ]),
  "message ids of a caller, an id is claimed": (env, number) =>
    env.MESSAGE_INDEX.getByName("load").claim(
      `id ${number}`,
      `conversation ${number % 1_000}`,
    ),
  "library, 100 documents are searched": (env, number) =>
    env.LIBRARY.getByName("load").search(
      `How many days for ${WORDS[number % WORDS.length]}?`,
      { limit: 5 },
    ),
};

export const KINDS = Object.keys(LOADS);

const WORDS = ["refunds", "delivery", "returns", "invoices", "guarantees"];

function counted(key: string) {
  return {
    key,
    add: { booked: 100, calls: 1 },
    atMost: { booked: 1e12 },
    expiresAt: 8.64e15,
  };
}

const DOCUMENTS = 100;

/** Adds the load path to a Worker. */
export function wrapHandler(
  worker: ExportedHandler<Env>,
): ExportedHandler<Env> {
  let number = 0;
  return {
    async fetch(request, env, context) {
      const url = new URL(request.url);
      if (url.pathname !== LOAD_PATH)
        return worker.fetch?.(request, env, context) ?? new Response();
      const kind = url.searchParams.get("kind") ?? "";
      const ask = LOADS[kind];
      if (ask === undefined) return new Response(kind, { status: 404 });
      if (kind.startsWith("library")) await fillLibrary(env);
      const until = Date.now() + Number(url.searchParams.get("ms"));
      const begun = number;
      const atOnce = Number(url.searchParams.get("at-once"));
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (Date.now() < until) await ask(env, number++);
        }),
      );
      return Response.json(number - begun);
    },
  };
}

/** Leaves objects unchanged. */
export function wrapObject<Class>(real: Class): Class {
  return real;
}

async function fillLibrary(env: Env): Promise<void> {
  for (let number = 0; number < DOCUMENTS; number++)
    await env.LIBRARY.getByName("load").put({
      name: `${number}.md`,
      text: WORDS.map(
        (word) =>
          `# ${word} in country ${number}\n\nOur rules for ${word} are simple. We need ${number} days for ${word}, and no form.\n`,
      ).join("\n"),
    });
}
