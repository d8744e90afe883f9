import { META_APP_SECRET } from "../fixtures/meta-requests.ts";
import {
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

export const GRAPH_TOKEN = "EAAtoken-of-this-test-0001";
export const GRAPH_APP_ID = "138483919580948";
export const PHONE_NUMBER_ID = "106540352242922";
/** A user who cannot be written to: more than 24 hours have passed. */
export const ABSENT = "15550000000";

export interface GraphServer extends PlatformServer {
  /** Bodies of all delivered messages. */
  readonly shown: readonly Readonly<Record<string, unknown>>[];
  /** Typing indicators and read receipts. */
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  /**
   * Downloadable media by id; on Messenger, by the message's, and e.g. `m_4-1`
   * for its further attachments.
   */
  readonly media: Map<string, string>;
  /** The token's app, as configured by its operator. */
  readonly app: {
    scopes: string[];
    expiresAt: number;
    webhooks: { object: string; callback_url: string; fields: string[] }[];
    isPageSubscribed: boolean;
  };
}

/**
 * Meta's Graph API for WhatsApp and Messenger with its documented rules: a
 * token, texts of at most 4,096 or 2,000 characters, three buttons with titles
 * of 20, and no messages after 24 hours.
 */
export async function startGraphServer(): Promise<GraphServer> {
  const shown: Record<string, unknown>[] = [];
  const actions: Record<string, unknown>[] = [];
  const media = new Map<string, string>();
  const app: GraphServer["app"] = {
    scopes: ["whatsapp_business_messaging", "pages_messaging"],
    expiresAt: 0,
    webhooks: [
      {
        object: "whatsapp_business_account",
        callback_url: "https://bot.example/whatsapp/webhook",
        fields: ["messages"],
      },
      {
        object: "page",
        callback_url: "https://bot.example/messenger/webhook",
        fields: ["messages", "messaging_postbacks"],
      },
    ],
    isPageSubscribed: true,
  };
  let nextId = 1;
  let url = "";

  const answer = ({ headers, path, body }: PlatformCall): StubAnswer => {
    const content = media.get(/^\/content\/([\w-]+)$/.exec(path)?.[1] ?? "");
    if (content !== undefined) return { body: content };
    if (path === `/${GRAPH_APP_ID}/subscriptions`)
      return headers.authorization ===
        `Bearer ${GRAPH_APP_ID}|${META_APP_SECRET}`
        ? { body: { data: app.webhooks.map(toSubscription) } }
        : refuse(400, 190, "Invalid OAuth access token signature.");
    if (headers.authorization !== `Bearer ${GRAPH_TOKEN}`)
      return refuse(401, 190, "Invalid OAuth access token");
    const [, id = ""] = /^\/([\w.-]+)(?:\/attachments)?$/.exec(path) ?? [];
    const found = [...media]
      .filter(([name]) => name === id || name.startsWith(`${id}-`))
      .map(([name, { length }]) => ({
        place: `${url}/content/${name}`,
        length,
      }));
    const [first] = found;
    if (first !== undefined)
      return path.endsWith("/attachments")
        ? {
            body: {
              data: found.map(({ place, length }, index) => ({
                size: length,
                ...(index === 0
                  ? { file_url: place }
                  : { image_data: { url: place } }),
              })),
            },
          }
        : { body: { url: first.place, file_size: first.length } };
    if (path.startsWith(`/${PHONE_NUMBER_ID}?`))
      return {
        body: { display_phone_number: "+1 555 0100", verified_name: "Parley" },
      };
    if (path === `/debug_token?input_token=${GRAPH_TOKEN}`)
      return {
        body: {
          data: {
            app_id: GRAPH_APP_ID,
            is_valid: true,
            expires_at: app.expiresAt,
            scopes: app.scopes,
          },
        },
      };
    if (path === "/me/subscribed_apps")
      return {
        body: { data: app.isPageSubscribed ? [{ id: GRAPH_APP_ID }] : [] },
      };
    if (path === "/me?fields=name") return { body: { name: "Parley" } };
    const given = body as Record<string, unknown>;
    if (path === `/${PHONE_NUMBER_ID}/messages`) return takeWhatsApp(given);
    if (path === "/me/messages") return takeMessenger(given);
    return refuse(404, 100, "Unsupported request");
  };

  const takeWhatsApp = (given: Record<string, unknown>): StubAnswer => {
    if (given["messaging_product"] !== "whatsapp")
      return refuse(400, 100, "messaging_product is missing");
    if (given["status"] === "read") {
      actions.push(given);
      return { body: { success: true } };
    }
    const { to, recipient = "" } = given as { to?: string; recipient?: string };
    if (!/^\d+$/.test(to ?? "0") || (to ?? recipient) === "")
      return refuse(400, 131009, "Parameter value is not valid");
    if (to === ABSENT) return refuse(400, 131047, "Re-engagement message");
    const { text, interactive } = given as {
      text?: { body: string };
      interactive?: {
        body: { text: string };
        action: { buttons: { reply: { title: string } }[] };
      };
    };
    const isFit = interactive
      ? interactive.body.text.length <= 1_024 &&
        interactive.action.buttons.length <= 3 &&
        interactive.action.buttons.every(
          ({ reply }) => reply.title.length <= 20,
        )
      : isText(text?.body, 4_096);
    if (!isFit) return refuse(400, 100, "Invalid parameter");
    shown.push(given);
    return { body: { messages: [{ id: `wamid.${nextId++}` }] } };
  };

  const takeMessenger = (given: Record<string, unknown>): StubAnswer => {
    if (given["sender_action"] !== undefined) {
      actions.push(given);
      return { body: { recipient_id: "1" } };
    }
    const { recipient, message } = given as {
      recipient: { id: string };
      message: { text?: string; quick_replies?: { title: string }[] };
    };
    if (recipient.id === ABSENT)
      return refuse(400, 10, "Outside of allowed window", 2018278);
    const isFit =
      isText(message.text, 2_000) &&
      (message.quick_replies ?? []).every(({ title }) => title.length <= 20);
    if (!isFit) return refuse(400, 100, "Invalid parameter");
    shown.push(given);
    return {
      body: { recipient_id: recipient.id, message_id: `m_${nextId++}` },
    };
  };

  const server = await startPlatformServer(answer);
  ({ url } = server);
  return { ...server, shown, actions, media, app };
}

function toSubscription({
  fields,
  ...webhook
}: GraphServer["app"]["webhooks"][number]): object {
  return {
    ...webhook,
    active: true,
    fields: fields.map((name) => ({ name, version: "v23.0" })),
  };
}

function isText(text: unknown, maxLength: number): boolean {
  return typeof text === "string" && text !== "" && text.length <= maxLength;
}

function refuse(
  status: number,
  code: number,
  message: string,
  error_subcode?: number,
): StubAnswer {
  return { status, body: { error: { message, code, error_subcode } } };
}
