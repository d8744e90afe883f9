import { Hono } from "hono";
import { Webhook } from "standardwebhooks";
import * as z from "zod";

/** Connects an Agent Bot of Chatwoot with Parley: see docs/chatwoot.md. */
export interface BridgeSettings {
  /** Where this server is reached, without a final slash. */
  readonly ownUrl: string;
  /** Part of the address of Chatwoot's webhook, which is not signed. */
  readonly pathSecret: string;
  readonly chatwoot: {
    readonly url: string;
    readonly accountId: string;
    /** The Agent Bot's. */
    readonly token: string;
  };
  readonly parley: {
    readonly url: string;
    /** Of the caller `chatwoot`. */
    readonly apiKey: string;
    /** An operator's, to take conversations over and hand them back. */
    readonly operatorKey: string;
    readonly callbackSecret: string;
    readonly eventsSecret: string;
  };
}

const CALLER = "chatwoot";
/** Chatwoot waits five seconds. */
const TIMEOUT_MS = 3_000;
const MAX_POSTED = 10_000;

const Id = z.union([z.int(), z.string()]).transform(String);
const Message = z.object({
  event: z.literal("message_created"),
  id: Id,
  content: z.string().nullish(),
  message_type: z.union([z.string(), z.int()]),
  private: z.boolean().nullish(),
  sender: z.object({ id: Id }).nullish(),
  conversation: z.object({ id: Id, status: z.string().nullish() }),
});
const Status = z.object({
  event: z.enum(["conversation_status_changed", "conversation_updated"]),
  id: Id,
  status: z.string(),
});
const Callback = z.object({
  caller: z.literal(CALLER),
  callback_url: z.string(),
  data: z.object({
    conversation: z.string(),
    reply: z.object({ text: z.string() }).nullable(),
    is_for_person: z.literal(true).optional(),
  }),
});
const Event = z.object({
  type: z.string(),
  data: z.object({ conversation: z.string() }),
});

export function createBridge(settings: BridgeSettings): Hono {
  const { ownUrl, pathSecret, chatwoot, parley } = settings;
  const callbackUrl = `${ownUrl}/parley/callbacks`;
  /** By `webhook-id`: what Chatwoot has got, or is getting. */
  const posted = new Map<string, Promise<void>>();

  const call = async (url: string, headers: object, body: object) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  };

  const callChatwoot = async (
    conversation: string,
    verb: string,
    body: object,
  ) => {
    const { url, accountId, token } = chatwoot;
    const id = encodeURIComponent(conversation);
    const path = `/api/v1/accounts/${accountId}/conversations/${id}/${verb}`;
    const status = await call(url + path, { api_access_token: token }, body);
    if (status >= 300) throw new Error(`Chatwoot answered ${status}.`);
  };

  /** Stores it in Parley, which ignores an id that it has. */
  const forward = async (message: z.infer<typeof Message>) => {
    const { id, content, sender, conversation } = message;
    const status = await call(
      `${parley.url}/v1/messages`,
      { authorization: `Bearer ${parley.apiKey}`, prefer: "respond-async" },
      {
        id: `chatwoot-${id}`,
        conversation: conversation.id,
        user: sender?.id ?? conversation.id,
        text: content,
        callback_url: callbackUrl,
      },
    );
    if (status >= 300) throw new Error(`Parley answered ${status}.`);
  };

  /** The bot answers only in conversations that are `pending`. */
  const follow = async ({ id, status }: z.infer<typeof Status>) => {
    const name = encodeURIComponent(`webhook:${CALLER}:${id}`);
    const action = status === "pending" ? "hand-back" : "takeover";
    const answer = await call(
      `${parley.url}/admin/conversations/${name}/${action}`,
      { authorization: `Bearer ${parley.operatorKey}` },
      {},
    );
    // Unknown: nobody has written in it yet.
    if (answer >= 300 && answer !== 404)
      throw new Error(`Parley answered ${answer}.`);
  };

  /** Does it once per id, also if it arrives again meanwhile. */
  const once = async (id: string, work: () => Promise<void>) => {
    const doing = posted.get(id) ?? work();
    posted.set(id, doing);
    for (const old of posted.keys())
      if (posted.size > MAX_POSTED) posted.delete(old);
    try {
      await doing;
    } catch (error) {
      posted.delete(id);
      throw error;
    }
  };

  const app = new Hono();

  app.post("/chatwoot/:secret", async (context) => {
    if (context.req.param("secret") !== pathSecret)
      return context.body(null, 404);
    const body: unknown = await context.req.json().catch(() => undefined);
    const status = Status.safeParse(body).data;
    if (status !== undefined) await follow(status);
    const message = Message.safeParse(body).data;
    if (message !== undefined && isForBot(message)) await forward(message);
    return context.body(null, 200);
  });

  /** The signed body, if it is genuine. */
  const verify = (body: string, headers: Headers, secret: string): unknown => {
    try {
      return new Webhook(secret).verify(body, Object.fromEntries(headers));
    } catch {
      return undefined;
    }
  };

  app.post("/parley/callbacks", async (context) => {
    const { headers } = context.req.raw;
    const body = await context.req.text();
    const found = Callback.safeParse(
      verify(body, headers, parley.callbackSecret),
    ).data;
    if (found?.callback_url !== callbackUrl) return context.body(null, 401);
    const { conversation, reply, is_for_person: isForPerson } = found.data;
    const content = reply?.text ?? "";
    if (content !== "" && isForPerson === undefined)
      await once(headers.get("webhook-id") ?? "", () =>
        callChatwoot(conversation, "messages", {
          content,
          message_type: "outgoing",
          private: false,
        }),
      );
    return context.body(null, 204);
  });

  app.post("/parley/events", async (context) => {
    const { headers } = context.req.raw;
    const body = await context.req.text();
    const found = Event.safeParse(
      verify(body, headers, parley.eventsSecret),
    ).data;
    if (found === undefined) return context.body(null, 401);
    const [, caller, id = ""] = found.data.conversation.split(":");
    if (caller === CALLER && found.type === "conversation.needs_human")
      await once(headers.get("webhook-id") ?? "", () =>
        callChatwoot(id, "toggle_status", { status: "open" }),
      );
    return context.body(null, 204);
  });

  // Both repeat what was not accepted.
  app.onError((error, context) => {
    console.error(error.message);
    return context.body(null, 502);
  });
  return app;
}

/** What a customer writes while no agent has the conversation. */
function isForBot(message: z.infer<typeof Message>): boolean {
  const { message_type: type, private: isNote, content } = message;
  const { status } = message.conversation;
  const isIncoming = type === "incoming" || type === 0;
  const isText = typeof content === "string" && content.trim() !== "";
  return isIncoming && isNote !== true && isText && status === "pending";
}
