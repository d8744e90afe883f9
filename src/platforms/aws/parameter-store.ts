import { createTimeLimit } from "../../abort.ts";
import { type AwsCredentials, signRequest } from "./sign-request.ts";
import * as z from "zod";

/** A parameter of AWS Systems Manager. */
export interface StoredParameter {
  readonly value: string;
  /** 1, 2, 3, …: each time it is written it gets the next one. */
  readonly version: number;
}

/** The Parameter Store refused a request, or could not be asked. Never holds a value. */
export class ParameterStoreError extends Error {
  override readonly name = "ParameterStoreError";
  /** As the service names it, e.g. `AccessDeniedException`; `unreachable` without an answer. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The Parameter Store has failed: ${reason}`);
    this.reason = reason;
  }
}

/** What Parley needs of AWS Systems Manager's Parameter Store. */
export interface ParameterStore {
  /** Decrypted; `name:version` for one version. `undefined` where there is none of that name. Throws `ParameterStoreError`. */
  read(name: string): Promise<StoredParameter | undefined>;
  /** Encrypts it (SecureString, with the account's own key for parameters). Throws `ParameterStoreError`. */
  write(name: string, value: string): Promise<{ version: number }>;
  /** With all its versions; nothing where there is none of that name. Throws `ParameterStoreError`. */
  remove(name: string): Promise<void>;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
const TIME_LIMIT_MS = 5_000;
/** The service takes 40 requests a second of an account at first; many functions that start at once need more. */
const PASSING = /Throttling|TooManyRequests|InternalServerError|unreachable/i;

const Failure = z.object({ __type: z.string() });
const Read = z.object({
  Parameter: z.object({ Value: z.string(), Version: z.number() }),
});
const Written = z.object({ Version: z.number() });

/**
 * By two signed requests of its own: the SDK's client for it would be the largest part of a function's start.
 * @param endpoint in place of the region's
 */
export function createParameterStore({
  region,
  credentials,
  endpoint = endpointOf(region),
  fetch = globalThis.fetch,
  firstPauseMs = FIRST_PAUSE_MS,
}: {
  region: string;
  credentials: () => Promise<AwsCredentials>;
  endpoint?: string;
  fetch?: typeof globalThis.fetch;
  firstPauseMs?: number;
}): ParameterStore {
  const url = new URL("/", endpoint);

  async function ask(operation: string, input: object): Promise<unknown> {
    const body = JSON.stringify(input);
    const headers = await signRequest({
      url,
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AmazonSSM.${operation}`,
      },
      body,
      service: "ssm",
      region,
      credentials: await credentials(),
    });
    const response = await post(fetch, url, { headers, body });
    if (response.isOk) return response.content;
    const failure = Failure.safeParse(response.content);
    // e.g. `com.amazonaws.ssm#ParameterNotFound`
    throw new ParameterStoreError(
      failure.data?.["__type"].split("#").at(-1) ?? `status ${response.status}`,
    );
  }

  async function insist(operation: string, input: object): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(operation, input);
      } catch (error) {
        const mayPass =
          error instanceof ParameterStoreError && PASSING.test(error.reason);
        if (!mayPass || attempt === ATTEMPTS) throw error;
        await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  return {
    async read(name) {
      const input = { Name: name, WithDecryption: true };
      const answer = await unlessMissing(insist("GetParameter", input));
      if (answer === undefined) return undefined;
      const { Value, Version } = Read.parse(answer).Parameter;
      return { value: Value, version: Version };
    },

    async write(name, value) {
      const answer = await insist("PutParameter", {
        Name: name,
        Value: value,
        Type: "SecureString",
        Overwrite: true,
        // Up to 4 KB it costs nothing; up to 8 KB it becomes an advanced parameter.
        Tier: "Intelligent-Tiering",
      });
      return { version: Written.parse(answer).Version };
    },

    async remove(name) {
      await unlessMissing(insist("DeleteParameter", { Name: name }));
    },
  };
}

async function unlessMissing(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (
      error instanceof ParameterStoreError &&
      /^Parameter(?:Version)?NotFound$/.test(error.reason)
    )
      return undefined;
    throw error;
  }
}

function endpointOf(region: string): string {
  const domain = region.startsWith("cn-")
    ? "amazonaws.com.cn"
    : "amazonaws.com";
  return `https://ssm.${region}.${domain}`;
}

async function post(
  fetch: typeof globalThis.fetch,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ isOk: boolean; status: number; content: unknown }> {
  using limit = createTimeLimit({
    ms: TIME_LIMIT_MS,
    signal: new AbortController().signal,
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      signal: limit.signal,
    });
    const { ok: isOk, status } = response;
    const text = await response.text();
    return { isOk, status, content: parse(text) };
  } catch {
    // What was thrown may quote the request.
    throw new ParameterStoreError("unreachable");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
