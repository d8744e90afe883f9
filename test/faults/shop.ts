import * as z from "zod";
import { startMcpServer } from "../stubs/mcp-server.ts";
import type { RelayedRequest } from "./relay.ts";
import type { Call } from "./script.ts";

/** A tool server that cancels orders: each call has its effect once more. */
export interface Shop {
  /** Origin of the server. */
  readonly origin: string;
  /** The order of each cancellation: a conversation's number. */
  readonly cancelled: readonly number[];
  close(): Promise<void>;
}

const Order = z.object({ number: z.number() });

export async function startShop(): Promise<Shop> {
  const cancelled: number[] = [];
  const server = await startMcpServer({
    register(shop) {
      shop.registerTool(
        "cancel_order",
        {
          description: "Cancels an order for good.",
          inputSchema: Order,
          annotations: { destructiveHint: true },
        },
        ({ number }) => {
          cancelled.push(number);
          return { content: [{ type: "text", text: "It is cancelled." }] };
        },
      );
    },
  });
  return {
    origin: new URL(server.url).origin,
    cancelled,
    close: () => server.close(),
  };
}

/** The variables with which Parley has the shop's tool. */
export function shopVariables(origin: string): Record<string, string> {
  return {
    MCP_SERVERS: JSON.stringify({ shop: { url: `${origin}/mcp` } }),
    TOOLS_ALLOW_DANGEROUS: "shop__cancel_order",
  };
}

const Cancelling = z.object({
  method: z.literal("tools/call"),
  params: z.object({ arguments: Order }),
});

/** `undefined` for what is no call of the tool. */
export function nameShopCall({ body }: RelayedRequest): Call | undefined {
  const parsed = Cancelling.safeParse(body === "" ? null : JSON.parse(body));
  if (!parsed.success) return undefined;
  const { number } = parsed.data.params.arguments;
  return { number, name: "cancelling" };
}
