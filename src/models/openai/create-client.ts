import OpenAI from "openai";

/** Azure's own addresses, in its public and its national clouds. */
const AZURE = /^https:\/\/[\w.-]+\.azure\.(?:com|us|cn)(?:[:/]|$)/;

export function createClient({
  apiKey,
  baseUrl,
  maxRetries,
  timeoutMs,
  fetch,
}: {
  apiKey: string;
  baseUrl: string;
  maxRetries: number;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}): OpenAI {
  // What is not given here, the SDK takes from environment variables.
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries,
    timeout: timeoutMs,
    fetch,
    // Where Azure looks for a resource's key; its older addresses take the bearer for a token of Entra.
    ...(AZURE.test(baseUrl) && { defaultHeaders: { "api-key": apiKey } }),
  });
}
