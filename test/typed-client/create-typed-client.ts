import createClient, { type Client } from "openapi-fetch";
import { expect } from "vitest";
import type { paths } from "../../dist/api.d.ts";
import { DEVELOPMENT_KEY } from "../e2e/development-key.ts";
import { checkAnswer } from "./check-answer.ts";

/** Media types that the client parses; events are read as text. */
type Json = "application/json" | "application/problem+json";

export type TypedClient = Client<paths, Json>;

/** A generated client; fails on responses that the description disallows. */
export function createTypedClient({
  url,
  key = DEVELOPMENT_KEY,
}: {
  url: string;
  key?: string;
}): TypedClient {
  const client = createClient<paths, Json>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
  });
  client.use({
    async onResponse({ request: { method }, schemaPath: path, response }) {
      const faults = await checkAnswer({
        path,
        method,
        response: response.clone(),
      });
      expect(faults, `${method} ${path}: ${response.status}`).toEqual([]);
    },
  });
  return client;
}
