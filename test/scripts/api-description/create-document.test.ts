import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { assemble } from "../../../src/platforms/assemble.ts";
import { createPlatformApp } from "../../../src/platforms/create-platform-app.ts";
import type { MessageIndex } from "../../../src/types/archive.ts";
import { createMemoryDocuments } from "../../fakes/memory-documents.ts";
import { NO_CALLBACK_PARTS } from "../../fakes/no-callbacks.ts";
import { apiDocument, bodySchema, collectOperations } from "./api-document.ts";

/** Routes outside the API: the chat page's, Telegram's and the operator's. */
const OTHER_ROUTES =
  /^\w+ \/(?:$|(?:setup|console|embed(?:\.js)?)$|web\/|telegram\/|library\/|admin\/)/;

/** Routes of the app with everything on; their handlers are not called. */
function routesOfApp(): readonly string[] {
  const config = parseConfig({
    WEBHOOK_API_KEYS: "shop:key-of-the-shop-window-in-these-tests",
  });
  const index = {} as MessageIndex;
  const app = createPlatformApp(
    {
      config,
      documents: createMemoryDocuments(),
      ...assemble(config, { index, callbacks: NO_CALLBACK_PARTS }),
    },
    {} as Parameters<typeof createPlatformApp>[1],
  );
  const routes = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    )
    .filter((route) => !OTHER_ROUTES.test(route));
  return [...new Set(routes)].toSorted();
}

describe("the description of the HTTP API", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(apiDocument);
    expect(result).toEqual({ valid: true });
  });

  it("describes the routes of the app, and no others", () => {
    const described = collectOperations().map(({ route }) => route);
    expect(described.toSorted()).toEqual(routesOfApp());
  });

  it("gives each operation a unique name", () => {
    const names = collectOperations().map(
      ({ operation }) => operation.operationId,
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("has examples that match their schemas", () => {
    const examples = collectOperations().flatMap(({ route, operation }) => {
      const { requestBody, responses } = operation;
      const contents = [requestBody, ...Object.values(responses)];
      return contents
        .flatMap((content) => Object.values(content?.content ?? {}))
        .flatMap(({ schema, example }) =>
          example === undefined ? [] : [{ route, schema, example }],
        );
    });
    expect(examples.length).toBeGreaterThan(5);
    const wrong = examples.filter(
      ({ schema, example }) => !bodySchema(schema).safeParse(example).success,
    );
    expect(wrong).toEqual([]);
  });

  it("describes each field of a body", () => {
    const silent = Object.entries(apiDocument.components.schemas).flatMap(
      ([name, { properties = {} }]) =>
        Object.entries(properties)
          .filter(
            ([, field]) =>
              field.description === undefined && field.$ref === undefined,
          )
          .map(([field]) => `${name}.${field}`),
    );
    expect(silent).toEqual([]);
  });

  it("gives each problem to an operation, but for wrong routes and broken streams", () => {
    const named = Object.keys(apiDocument.components.examples);
    const paths = JSON.stringify(apiDocument.paths);
    const given = (name: string) =>
      paths.includes(`"#/components/examples/${name}"`);
    expect(named.filter((name) => !given(name))).toEqual([
      "unknown-route",
      "method-not-allowed",
      "stream-broken",
    ]);
  });

  it("has one server: its own origin", () => {
    expect(apiDocument["servers"]).toMatchObject([{ url: "/" }]);
  });
});
