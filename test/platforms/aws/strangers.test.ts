import { PassThrough } from "node:stream";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import type { LambdaFunctionURLEvent } from "aws-lambda";
import { afterEach, expect, it, vi } from "vitest";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { createUrlHandler } from "../../../src/platforms/aws/url-handler.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../../fixtures/secrets.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalClient } from "../../stubs/dynamodb-local.ts";
import { createLocalFunctions } from "./local-functions.ts";

const ORIGIN = "https://abc.lambda-url.eu-west-1.on.aws";

/** A deployment with the page and without a worker: no turn is answered. */
async function open(variables: Record<string, string>) {
  const { parts, environment } = await createLocalFunctions({
    variables: { PARLEY_SECRET: DEPLOYMENT_SECRET, ...variables },
  });
  /** Sends each request to a new instance of the function. */
  const call = (
    path: string,
    {
      body,
      cookie = "",
      address = "203.0.113.7",
      signal = new AbortController().signal,
    }: {
      body?: unknown;
      cookie?: string;
      address?: string;
      signal?: AbortSignal;
    } = {},
  ) =>
    Promise.resolve(
      createAwsApp(parts).request(
        `${ORIGIN}${path}`,
        {
          headers: {
            cookie,
            origin: ORIGIN,
            accept: "text/event-stream",
            "content-type": "application/json",
          },
          ...(body !== undefined && {
            method: "POST",
            body: JSON.stringify(body),
          }),
          signal,
        },
        { clientAddress: address },
      ),
    );
  const readTable = async (): Promise<string> => {
    const client = createLocalClient(environment["DYNAMODB_ENDPOINT"] ?? "");
    const TableName = environment["DYNAMODB_TABLE"];
    const { Items } = await client.send(new ScanCommand({ TableName }));
    return JSON.stringify(Items);
  };
  /** Invokes the function as Lambda does, for a new visitor's status. */
  const invoke = async (sourceIp: string, headers = {}): Promise<number> => {
    const handler = createUrlHandler(createAwsApp(parts));
    const event = toEvent(sourceIp, headers);
    const stream = new PassThrough();
    let status = 0;
    vi.stubGlobal("awslambda", {
      HttpResponseStream: {
        from(out: PassThrough, head: { statusCode: number }) {
          status = head.statusCode;
          return out;
        },
      },
    });
    stream.resume();
    const context = createContext({ timeoutMs: 30_000 });
    await handler(event, stream as never, context);
    return status;
  };
  return { call, invoke, readTable };
}

function toEvent(sourceIp: string, headers: object): LambdaFunctionURLEvent {
  const event = {
    version: "2.0",
    rawPath: "/web/session",
    rawQueryString: "",
    headers: {
      host: new URL(ORIGIN).host,
      origin: ORIGIN,
      "content-type": "application/json",
      ...headers,
    },
    requestContext: {
      domainName: new URL(ORIGIN).host,
      http: { method: "POST", path: "/web/session", sourceIp },
    },
    body: "{}",
    isBase64Encoded: false,
  };
  return event as unknown as LambdaFunctionURLEvent;
}

const cookieOf = (response: Response): string =>
  response.headers.get("set-cookie")?.split(";")[0] ?? "";
const count = (responses: readonly Response[], wanted: number): number =>
  responses.filter(({ status }) => status === wanted).length;
const many = <Result>(times: number, work: (index: number) => Result) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

describeWithDynamoDb("Strangers on AWS", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("count by Lambda's source IP (IPv6 by /64), which is stored hashed, and not by headers", async () => {
    const { invoke, readTable } = await open({
      WEB_CHAT: "public",
      WEB_SESSIONS_PER_HOUR: "1",
    });
    // Freezes the clock: a new hour would grant another session.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    expect(await invoke("203.0.113.7")).toBe(200);
    for (const name of ["x-forwarded-for", "cf-connecting-ip", "forwarded"])
      expect(await invoke("203.0.113.7", { [name]: "198.51.100.1" })).toBe(429);
    expect(await invoke("203.0.113.8")).toBe(200);
    expect(await invoke("2001:db8:1:2::1")).toBe(200);
    expect(await invoke("2001:db8:1:2:ffff::9")).toBe(429);
    expect(await invoke("2001:db8:1:3::1")).toBe(200);

    const stored = await readTable();
    expect(stored).toMatch(/address\/[0-9a-f]{32}/);
    for (const trace of ["203.0.113", "198.51.100", "2001:db8"])
      expect(stored).not.toContain(trace);
  });

  it("share a limit of sessions per address across instances", async () => {
    const { call } = await open({
      WEB_CHAT: "public",
      WEB_SESSIONS_PER_HOUR: "20",
    });
    const arrive = (address: string) =>
      call("/web/session", { body: {}, address });
    const all = await many(60, () => arrive("203.0.113.7"));
    // A new hour may begin in between.
    expect([20, 40]).toContain(count(all, 200));
    expect(count(all, 200) + count(all, 429)).toBe(60);
    expect((await arrive("203.0.113.8")).status).toBe(200);
  });

  it("have a limit of open streams, and can open more when those end", async () => {
    const { call } = await open({
      WEB_CHAT: "public",
      WEB_STREAMS_PER_VISITOR: "5",
    });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const leaving = new AbortController();
    const { signal } = leaving;
    const id = crypto.randomUUID();
    const body = { id, text: "Hello" };
    const first = await call("/web/messages", { body, cookie, signal });
    expect(first.status).toBe(200);
    const path = `/web/messages/${id}`;
    const others = await many(40, () => call(path, { cookie, signal }));
    // A new quarter of an hour may begin in between.
    expect([4, 9]).toContain(count(others, 200));
    expect(count(others, 200) + count(others, 429)).toBe(40);

    leaving.abort();
    const open200 = [first, ...others].filter(({ status }) => status === 200);
    await Promise.all(open200.map((response) => response.text()));
    const again = await call(path, { cookie });
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it("can try ten passwords in ten minutes", async () => {
    const { call } = await open({
      WEB_CHAT: "password",
      WEB_CHAT_PASSWORD: PAGE_PASSWORD,
    });
    const guesses = await many(60, (index) =>
      call("/web/login", { body: { password: `guess ${index}` } }),
    );
    expect([10, 20]).toContain(count(guesses, 401));
    expect(count(guesses, 401) + count(guesses, 429)).toBe(60);
    const own = { body: { password: PAGE_PASSWORD }, address: "203.0.113.9" };
    expect((await call("/web/login", own)).status).toBe(204);
  });
});
