import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { McpClient } from "../../../src/tools/mcp/mcp-client.ts";
import { createToolList } from "../../../src/tools/mcp/tool-list.ts";

const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const silent: McpClient = {
  server: { name: "shop", url: "https://shop.example/mcp" },
  listTools: ({ signal: limit }) =>
    new Promise((_, reject) => {
      limit.addEventListener("abort", () => reject(limit.reason));
    }),
  callTool: () => Promise.reject(new Error("Nobody calls a tool here.")),
};

it("waits five seconds for a server's tool list, and two after a timeout", async () => {
  const list = createToolList({ client: silent, now: Date.now });
  for (const ms of [5_000, 2_000]) {
    const reading = list.read({ signal });
    await vi.advanceTimersByTimeAsync(ms);
    expect(await reading).toBeUndefined();
    expect(console.error).toHaveBeenLastCalledWith(
      JSON.stringify({
        event: "MCP server left out",
        server: "shop",
        reason: `shop sent no list of tools within ${ms / 1000} seconds.`,
      }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
  }
});
