export type Sdk = typeof import("./sdk.ts");

/**
 * The MCP SDK, evaluated with the first call: it takes 40 ms of CPU time, which deployments without servers are spared.
 * It comes as a bundle of its own, for which see `scripts/build-sdks.ts`.
 */
export function loadSdk(): Promise<Sdk> {
  return import("../../../dist/mcp-sdk.js");
}
