import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

/** A shop's tools: one reads, one changes, one destroys something. */
export function registerShop(server: McpServer): void {
  server.registerTool(
    "find_order",
    {
      description: "Finds an order by its number,\n  like A-17.",
      inputSchema: z.object({
        number: z.string().describe("the order's number"),
        parts: z.boolean().optional().describe("whether to list its parts"),
      }),
    },
    ({ number, parts }) => {
      if (number !== "A-17")
        return {
          isError: true,
          content: [{ type: "text", text: `There is no order ${number}.` }],
        };
      const text = `Order A-17: a red kite${parts ? " (frame, cloth)" : ""}, sent on Monday.`;
      return { content: [{ type: "text", text }] };
    },
  );
  server.registerTool(
    "listColours",
    { description: "Lists the colours that kites come in." },
    () => ({ content: [{ type: "text", text: "red, blue" }] }),
  );
  server.registerTool(
    "cancel_order",
    {
      description: "Cancels an order for good.",
      inputSchema: z.object({ number: z.string() }),
      annotations: { destructiveHint: true },
    },
    ({ number }) => ({
      content: [{ type: "text", text: `Order ${number} is cancelled.` }],
    }),
  );
}
