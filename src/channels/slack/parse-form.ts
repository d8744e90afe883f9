import * as z from "zod";
import { parseJson } from "../../text/json.ts";
import type { IncomingMessage } from "../../types/message.ts";
import { COMMAND_NAMES } from "../kit/find-command.ts";
import { lenient, lenientText } from "../kit/lenient.ts";
import { conversationOf, placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toNames } from "../kit/to-names.ts";
import { SlackId as Id } from "./attachments.ts";
import { readText } from "./read-text.ts";
import { isSlackUrl } from "./slack-address.ts";

const MAX_ID_LENGTH = 200;

const ResponseUrl = z.url({ protocol: /^https?$/ }).max(500);

const SlashCommand = z.object({
  /** The command's name, in any script. */
  command: lenient(z.string().regex(/^\/\S{1,32}$/)),
  text: z.string().default(""),
  user_id: Id,
  user_name: lenientText,
  channel_id: Id,
  team_id: Id.optional(),
  trigger_id: z.string().min(1).max(MAX_ID_LENGTH),
  response_url: ResponseUrl,
});

/**
 * A response URL is valid for 30 minutes:
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
const RESPONSE_MS = 29 * 60_000;

/**
 * Parses a slash command
 * (https://docs.slack.dev/interactivity/implementing-slash-commands):
 * `/parley what is …` asks a question, `/parley new` is a command. Only its
 * author sees it and the answer, so each person has a separate conversation.
 * `undefined` if the form is not as documented.
 */
export function parseSlashCommand(
  form: URLSearchParams,
  { now, apiRoot }: FormOptions,
): IncomingMessage | undefined {
  const parsed = SlashCommand.safeParse(Object.fromEntries(form));
  if (!parsed.success || !isSlackUrl(parsed.data.response_url, apiRoot))
    return undefined;
  const { user_id: user, channel_id: chat, team_id: team } = parsed.data;
  const text = readText(parsed.data.text).trim();
  const [first = ""] = text.split(/\s+/, 1);
  const isCommand = COMMAND_NAMES.includes(first.toLowerCase());
  const asked = isCommand ? `/${text}` : text;
  const { user_name: username, command: slash } = parsed.data;
  return {
    id: parsed.data.trigger_id,
    author: { id: user, ...toNames({ username }) },
    ...toContent(asked || "/help"),
    ...placeOf("slack", {
      chat,
      user,
      response: parsed.data.response_url,
      responseUntil: now + RESPONSE_MS,
      slash,
      team,
    }),
    conversation: conversationOf("slack", chat, user),
  };
}

const Press = z.object({
  type: z.literal("block_actions"),
  trigger_id: z.string().min(1).max(MAX_ID_LENGTH),
  user: z.object({ id: Id }),
  team: z.object({ id: Id }).nullish(),
  channel: z.object({ id: Id }),
  container: z.object({
    message_ts: z.string().max(30),
    thread_ts: z.string().max(30).optional(),
    is_ephemeral: z.boolean().optional(),
  }),
  response_url: ResponseUrl,
  actions: z
    .array(
      z.object({
        value: z.string().min(1).max(100),
        /** The button's position, and the slash command that was answered. */
        action_id: lenient(z.string().max(255)),
      }),
    )
    .min(1),
});

/**
 * Parses a button press
 * (https://docs.slack.dev/reference/interaction-payloads/block_actions-payload)
 * as if the person had sent the button's command. `undefined` if the form is
 * not as documented.
 */
export function parsePress(
  form: URLSearchParams,
  { now, apiRoot }: FormOptions,
): IncomingMessage | undefined {
  const parsed = Press.safeParse(parseJson(form.get("payload") ?? ""));
  if (!parsed.success || !isSlackUrl(parsed.data.response_url, apiRoot))
    return undefined;
  const { user, team, channel, container, actions } = parsed.data;
  const { message_ts: below, thread_ts: thread, is_ephemeral } = container;
  const [{ value, action_id = "" } = { value: "" }] = actions;
  const [, slash] = /^\d+-\d+(\/\S{1,32})$/.exec(action_id) ?? [];
  const content = toContent(`/${value}`);
  // A button of another app's, or of the operator's own.
  if (content.command === undefined) return undefined;
  const part = is_ephemeral ? user.id : thread;
  return {
    id: parsed.data.trigger_id,
    author: { id: user.id },
    ...content,
    // Ephemeral messages cannot be edited.
    ...(!is_ephemeral && { pressedBelow: below }),
    ...placeOf(
      "slack",
      {
        chat: channel.id,
        user: user.id,
        thread,
        ...(is_ephemeral && {
          response: parsed.data.response_url,
          responseUntil: now + RESPONSE_MS,
          slash,
        }),
        team: team?.id,
      },
      { isGroup: !channel.id.startsWith("D") && !is_ephemeral },
    ),
    conversation: conversationOf("slack", channel.id, part),
  };
}

interface FormOptions {
  readonly now: number;
  readonly apiRoot: string;
}
