import type { oas31 } from "zod-openapi";

/** `components.headers` of the description. */
export const HEADERS = {
  Location: {
    description: "Where the message can be asked for.",
    schema: { type: "string", format: "uri" },
    example: "https://parley.example.com/v1/messages/m1",
  },
  "Retry-After": {
    description: "Ask again after that many seconds.",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  "WWW-Authenticate": {
    description: "How to show who you are.",
    schema: { type: "string" },
    example: "Bearer",
  },
} as const satisfies Readonly<Record<string, oas31.HeaderObject>>;

/** References to them, for a response. */
export function headers(
  ...names: readonly (keyof typeof HEADERS)[]
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
