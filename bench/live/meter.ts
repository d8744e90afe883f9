import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { encode } from "gpt-tokenizer/model/gpt-4o";
import { asObject, isObject, parseJson } from "../../src/text/json.ts";

/** Usage of the model's server. */
export interface Metered {
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /**
   * Some replies reported no usage; theirs was estimated with another
   * tokenizer.
   */
  readonly isEstimated: boolean;
}

export interface Meter {
  /** Base URL of the proxy. */
  readonly url: string;
  /** Forwards requests to `baseUrl` from now on and resets the counts. */
  start(baseUrl: string): void;
  /** Counts since `start`. `failure`: why the server could not be reached. */
  read(): Metered & { readonly failure: string | undefined };
  close(): void;
}

const NOTHING: Metered = {
  calls: 0,
  promptTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  isEstimated: false,
};

/**
 * Starts a proxy between all contestants and the model's server, which gives
 * each the same conditions: counts calls and tokens, adds the key and the
 * operator's extra fields.
 */
export async function startMeter({
  apiKey,
  extraBody,
}: {
  apiKey: string;
  extraBody: Readonly<Record<string, unknown>>;
}): Promise<Meter> {
  let target = "";
  let metered = NOTHING;
  let failure: string | undefined;

  const forward = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const abort = new AbortController();
    response.once("close", () => abort.abort());
    const body = { ...asObject(parseJson(await text(request))), ...extraBody };
    let reply = "";
    const count = (isGood: boolean): void => {
      if (isGood) metered = add(metered, readUsage(reply, body));
    };
    let isGood = false;
    try {
      const upstream = await fetch(`${target}${request.url}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${apiKey}`,
        },
        body: JSON.stringify(body),
        signal: abort.signal,
      }).catch((error: unknown) => {
        if (!abort.signal.aborted) failure = String(error);
        throw error;
      });
      isGood = upstream.ok;
      const type = upstream.headers.get("content-type") ?? "text/plain";
      response.writeHead(upstream.status, { "content-type": type });
      const decoder = new TextDecoder();
      for await (const piece of upstream.body ?? []) {
        reply += decoder.decode(piece, { stream: true });
        response.write(piece);
      }
      count(isGood);
      response.end();
    } catch {
      // Calls that a contestant abandoned early are paid for, too.
      count(isGood);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    }
  };

  const server = createServer((request, response) => {
    void forward(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    start(baseUrl) {
      target = baseUrl.replace(/\/+$/, "");
      metered = NOTHING;
      failure = undefined;
    },
    read: () => ({ ...metered, failure }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function add(sum: Metered, one: Metered): Metered {
  return {
    calls: sum.calls + one.calls,
    promptTokens: sum.promptTokens + one.promptTokens,
    cachedTokens: sum.cachedTokens + one.cachedTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
    isEstimated: sum.isEstimated || one.isEstimated,
  };
}

/** Reads the usage of one call from a JSON reply or an event stream. */
function readUsage(
  reply: string,
  { messages, tools }: Readonly<Record<string, unknown>>,
): Metered {
  const parts = reply.startsWith("{")
    ? [reply]
    : [...reply.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => data);
  const objects = parts.map((part) => asObject(parseJson(part)));
  const usage = objects.map((part) => part["usage"]).findLast(isObject);
  if (usage !== undefined)
    return {
      calls: 1,
      promptTokens: Number(usage["prompt_tokens"] ?? 0),
      cachedTokens: Number(
        asObject(usage["prompt_tokens_details"])["cached_tokens"] ?? 0,
      ),
      outputTokens: Number(usage["completion_tokens"] ?? 0),
      isEstimated: false,
    };
  const written = objects.flatMap((part) =>
    JSON.stringify(part["choices"] ?? []).match(/(?<="content":")[^"]*/g),
  );
  return {
    calls: 1,
    promptTokens: encode(JSON.stringify([messages, tools])).length,
    cachedTokens: 0,
    outputTokens: encode(written.join("")).length,
    isEstimated: true,
  };
}
