import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen, type ListeningServer } from "./listen.ts";

export interface ParameterServer extends ListeningServer {
  /** All versions of each parameter, oldest first. */
  readonly parameters: Map<string, string[]>;
  /** The requested operations. */
  readonly asked: string[];
  /**
   * The account's limit of concurrent executions; `undefined`: access is
   * denied.
   */
  concurrencyLimit: number | undefined;
  /** Rejects the next request with that error type. */
  failNext(type: string): void;
}

export const ACCESS_KEY = { id: "AKIDEXAMPLE", secret: "secret/key+of-tests" };

/**
 * AWS's Parameter Store and Lambda's account settings, as far as Parley uses
 * them. Verifies signatures as AWS documents.
 */
export async function startParameterServer(): Promise<ParameterServer> {
  const parameters = new Map<string, string[]>();
  const asked: string[] = [];
  const failures: string[] = [];

  const answer = (
    operation: string,
    { Name = "", Value = "" }: { Name?: string; Value?: string },
  ): object => {
    const [name = "", version] = Name.split(":");
    const versions = parameters.get(name);
    switch (operation) {
      case "PutParameter":
        parameters.set(name, [...(versions ?? []), Value]);
        return { Version: (versions?.length ?? 0) + 1, Tier: "Standard" };
      case "GetParameter": {
        if (versions === undefined) return refusal("ParameterNotFound");
        const number = Number(version ?? versions.length);
        const value = versions[number - 1];
        return value === undefined
          ? refusal("ParameterVersionNotFound")
          : { Parameter: { Name: name, Value: value, Version: number } };
      }
      case "DeleteParameter":
        return parameters.delete(name) ? {} : refusal("ParameterNotFound");
      default:
        return refusal("UnknownOperationException");
    }
  };

  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const body = await text(request);
    if (request.method === "GET") {
      const isRight =
        request.url === "/2016-08-19/account-settings" &&
        isSigned(request, body) &&
        server.concurrencyLimit !== undefined;
      const limit = { ConcurrentExecutions: server.concurrencyLimit };
      response.writeHead(isRight ? 200 : 403);
      response.end(JSON.stringify(isRight ? { AccountLimit: limit } : {}));
      return;
    }
    asked.push(headerOf(request, "x-amz-target").replace("AmazonSSM.", ""));
    const failure = failures.shift();
    const content =
      failure !== undefined
        ? refusal(failure)
        : isSigned(request, body)
          ? answer(asked.at(-1) ?? "", JSON.parse(body) as object)
          : refusal("InvalidSignatureException");
    response.writeHead("__type" in content ? 400 : 200, {
      "content-type": "application/x-amz-json-1.1",
    });
    response.end(JSON.stringify(content));
  };
  const listening = await listen((request, response) => {
    void respond(request, response);
  });
  const server: ParameterServer = {
    ...listening,
    parameters,
    asked,
    concurrencyLimit: 1_000,
    failNext: (type) => failures.push(type),
  };
  return server;
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return [headers[name] ?? ""].flat().join();
}

function refusal(type: string): object {
  return { __type: `com.amazonaws.ssm#${type}`, message: "Refused." };
}

/** Verifies Signature Version 4 from the request alone. */
function isSigned(request: IncomingMessage, body: string): boolean {
  const header = headerOf(request, "authorization");
  const [, scope = "", names = "", signature = ""] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      header,
    ) ?? [];
  const digest = (content: string) =>
    createHash("sha256").update(content).digest("hex");
  const canonical = [
    request.method,
    request.url,
    "",
    ...names.split(";").map((name) => `${name}:${headerOf(request, name)}`),
    "",
    names,
    digest(body),
  ].join("\n");
  const key = scope
    .split("/")
    .reduce<Buffer | string>(
      (last, part) => createHmac("sha256", last).update(part).digest(),
      `AWS4${ACCESS_KEY.secret}`,
    );
  const expected = createHmac("sha256", key)
    .update(
      [
        "AWS4-HMAC-SHA256",
        headerOf(request, "x-amz-date"),
        scope,
        digest(canonical),
      ].join("\n"),
    )
    .digest("hex");
  return (
    header.includes(`Credential=${ACCESS_KEY.id}/`) &&
    expected.length === signature.length &&
    timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
  );
}
