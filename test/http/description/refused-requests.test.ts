import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createAnsweringApp } from "../../fakes/answering-app.ts";

const KEY = "key-of-the-shop-window-in-these-tests";
const TEXT = "Words-that-no-response-repeats";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example: object }>
    >;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** What the build has made of the routes' descriptions. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build checks it against the OpenAPI schema
const { paths, components } = JSON.parse(
  readFileSync("dist/openapi.json", "utf8").replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  ),
  // Patterns for names, which Zod reads without the flag for Unicode.
  (name, value: unknown) => (name === "pattern" ? undefined : value),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const OPERATIONS = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** Some of every kind: for each field, most of them are wrong. */
const VALUES: readonly unknown[] = [
  7,
  1e300,
  true,
  null,
  [],
  ["a"],
  [[]],
  {},
  { a: 1 },
  { a: null },
  { a: { b: "c" } },
  { a: "x".repeat(513) },
  { "": "x" },
  { ["k".repeat(65)]: "x" },
  Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`key ${at}`, "x"])),
  "",
  "x".repeat(33_000),
];

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return (name !== undefined && components.schemas[name]) || schema;
}

/** The schema, and what it refers to, as a check. */
function toCheck({ $ref = "" }: Schema): (value: unknown) => boolean {
  const check = z.fromJSONSchema({ $ref, $defs: components.schemas } as never);
  return (value) => check.safeParse(value).success;
}

/** The body with something wrong in each field, at any depth. */
function* mutations(value: unknown, given: Schema): Generator {
  const schema = resolve(given);
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    yield* mutations(value, one);
  if (schema.items !== undefined && Array.isArray(value))
    for (const other of mutations(value[0], schema.items)) yield [other];
  if (schema.properties === undefined || !isObject(value)) return;
  yield { ...value, unknown: "x" };
  for (const [name, property] of Object.entries(schema.properties)) {
    const { [name]: own, ...others } = value;
    yield others;
    for (const other of [...VALUES, ...mutations(own, property)])
      yield { ...others, [name]: other };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function serve() {
  const { app, delivered } = createAnsweringApp({
    WEBHOOK_API_KEYS: `shop:${KEY}`,
  });
  /** @param body JSON, unless there is none */
  const send = (route: string, body?: unknown, type = "application/json") => {
    const [method = "", path = ""] = route.split(" ");
    return app.request(
      `https://bot.example.org${path.replace("{id}", "none")}`,
      {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    );
  };
  return { send, delivered };
}

const Problem = z.object({
  type: z.string().startsWith("https://parley.chat/problems/"),
  title: z.string().regex(/^[A-Z].{5,}/),
  detail: z.string().min(10),
  status: z.number(),
});

async function expectProblem(
  response: Response,
  { responses }: Operation,
  sent: string,
): Promise<void> {
  const text = await response.text();
  const { status } = response;
  expect([400, 404, 413, 422], `${status} for ${sent.slice(0, 200)}`).toContain(
    status,
  );
  expect(Object.keys(responses)).toContain(String(status));
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(Problem.parse(JSON.parse(text)).status).toBe(status);
  expect(text.length).toBeLessThan(8_000);
  for (const secret of [KEY, TEXT]) expect(text).not.toContain(secret);
  // As the validator words it.
  expect(text, sent.slice(0, 200)).not.toMatch(
    /Invalid (?:input|option|string|key)|Too (?:big|small)/,
  );
}

const WITH_BODIES = OPERATIONS.flatMap(({ route, operation }) => {
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  return body === undefined ? [] : [{ route, operation, body }];
});

describe.each(WITH_BODIES)(
  "the body of $route",
  ({ route, operation, body: [type, { schema, example }] }) => {
    const isRight = toCheck(schema);
    const spoken = JSON.parse(
      JSON.stringify(example).replaceAll(/What is [^"]*/g, TEXT),
    ) as unknown;
    const bodies = [
      ...VALUES.filter((value) => !isObject(value)),
      ...mutations(spoken, schema),
    ];

    it("is refused where its description says so, with a described problem", async () => {
      const { send, delivered } = serve();
      const wrong = bodies.filter((body) => !isRight(body));
      expect(wrong.length).toBeGreaterThan(20);
      for (const body of wrong) {
        const response = await send(route, body, type);
        await expectProblem(response, operation, JSON.stringify(body));
      }
      expect(delivered).toEqual([]);
    });

    it("is never a failure of the server", async () => {
      const { send } = serve();
      for (const body of bodies.filter(isRight)) {
        const { status } = await send(route, body, type);
        expect(status, JSON.stringify(body)).toBeLessThan(500);
        expect(Object.keys(operation.responses)).toContain(String(status));
      }
    });
  },
);

/** What the description says in words, or with a flag for Unicode. */
const WRONG_TEXTS = [
  "",
  " \n\t\u3000",
  "a\0",
  "\u001b[2J",
  "\u0007",
  "a\ud83d",
  "\udc4b!",
];
const WRONG_NAMES = [
  ...WRONG_TEXTS,
  "a ",
  ".",
  "..",
  "a".repeat(129),
  "a\r\nSet-Cookie: b=c",
];
const WRONG_LABELS = [{ a: "\0" }, { "a\0": "x" }, { a: "\ud83d" }];

it.each([
  ...["conversation", "id", "user"].map(
    (name) => ["POST /v1/messages", name, WRONG_NAMES] as const,
  ),
  ["POST /v1/messages", "text", WRONG_TEXTS],
  ["POST /v1/messages", "metadata", WRONG_LABELS],
  ["PATCH /v1/conversations/{id}", "instructions", WRONG_TEXTS],
  ["PATCH /v1/conversations/{id}", "metadata", WRONG_LABELS],
] as const)(
  "%s refuses texts that are none, as %s",
  async (route, field, values) => {
    const { send, delivered } = serve();
    for (const value of values) {
      const body = {
        ...(route.startsWith("POST") && { conversation: "a", text: "b" }),
        [field]: value,
      };
      const response = await send(route, body);
      expect(response.status, JSON.stringify(value)).toBe(422);
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: expect.stringMatching(`^/${field}`) }],
      });
    }
    expect(delivered).toEqual([]);
  },
);

// OpenAI's clients may send any.
describe.each(OPERATIONS.filter(({ route }) => route.includes(" /v1/")))(
  "the query of $route",
  ({ route, operation }) => {
    const parameters = (operation.parameters ?? []).filter(
      (parameter) => parameter.in === "query",
    );
    const query = parameters.map(({ name }) => name);
    const [known = "unknown"] = query;

    it.each([
      ...(parameters.some(({ required }) => required) ? [""] : []),
      "unknown=1",
      "=1",
      "a".repeat(5_000),
      "__proto__=1",
      `${known}=1&${known}=2`,
      ...query.flatMap((name) => [
        `${name.toUpperCase()}=1`,
        `${name}[]=1`,
        `${name}=${"9".repeat(4_000)}`,
        ...(name === "limit" ? ["limit=0", "limit=101"] : []),
        ...(["limit", "before", "format"].includes(name)
          ? ["", "-1", "abc", "1.5", "1e3", "%00"].map(
              (value) => `${name}=${value}`,
            )
          : []),
      ]),
    ])("is refused: %s", async (text) => {
      const { send, delivered } = serve();
      const [body] = Object.entries(operation.requestBody?.content ?? {});
      const [type, { example } = {}] = body ?? [];
      const response = await send(`${route}?${text}`, example, type);
      await expectProblem(response, operation, text);
      expect(delivered).toEqual([]);
    });
  },
);
