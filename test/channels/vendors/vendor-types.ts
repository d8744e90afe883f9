import type { messagingApi, webhook } from "@line/bot-sdk";
import type { SlackEvent as AnySlackEvent, KnownBlock } from "@slack/types";
import type {
  ChatAppendStreamArguments,
  ChatDeleteArguments,
  ChatPostMessageArguments,
  ChatStartStreamArguments,
  ChatStopStreamArguments,
  ChatUpdateArguments,
} from "@slack/web-api";
import type { Activity, Attachment, HeroCard } from "botframework-schema";
import type {
  APIInteraction,
  APIInteractionResponse,
  RESTPatchAPIChannelMessageJSONBody,
  RESTPatchAPIInteractionOriginalResponseJSONBody,
  RESTPostAPIChannelMessageJSONBody,
  RESTPostAPIInteractionFollowupJSONBody,
  RESTPutAPIApplicationCommandsJSONBody,
} from "discord-api-types/v10";
import type {
  ActionButtons,
  Interactive,
  Text,
} from "whatsapp-api-js/messages";
import type {
  ClientMessageRequest,
  ClientTypingIndicators,
  PostData,
} from "whatsapp-api-js/types";
import type { Excerpt, Wire } from "./wire.ts";

/** The API takes any block that says of what type it is: ours are among those that are described. */
type WithKnownBlocks<Arguments> = Arguments extends unknown
  ? Wire<Omit<Arguments, "blocks"> & { blocks?: KnownBlock[] }>
  : never;

export type SlackPost = WithKnownBlocks<ChatPostMessageArguments>;
export type SlackUpdate = WithKnownBlocks<ChatUpdateArguments>;
export type SlackDelete = Wire<ChatDeleteArguments>;
export type SlackStart = Wire<ChatStartStreamArguments>;
export type SlackAppend = Wire<ChatAppendStreamArguments>;
export type SlackStop = Wire<ChatStopStreamArguments>;
/** Of what goes to a `response_url`, these packages describe the blocks. */
export interface SlackResponse {
  response_type: "ephemeral" | "in_channel";
  text: string;
  blocks: Wire<KnownBlock>[];
}
export type SlackEvent = Excerpt<Wire<AnySlackEvent>>;

export type DiscordPost = Wire<RESTPostAPIChannelMessageJSONBody>;
export type DiscordPatch = Wire<RESTPatchAPIChannelMessageJSONBody>;
export type DiscordFollowUp = Wire<RESTPostAPIInteractionFollowupJSONBody>;
export type DiscordOriginal =
  Wire<RESTPatchAPIInteractionOriginalResponseJSONBody>;
export type DiscordAnswer = Wire<APIInteractionResponse>;
export type DiscordCommands = Wire<RESTPutAPIApplicationCommandsJSONBody>;
export type DiscordInteraction = Excerpt<Wire<APIInteraction>>;

export type LineReply = Wire<messagingApi.ReplyMessageRequest>;
export type LinePush = Wire<messagingApi.PushMessageRequest>;
export type LineLoading = Wire<messagingApi.ShowLoadingAnimationRequest>;
export type LineWebhook = Excerpt<Wire<webhook.CallbackRequest>>;

type WhatsAppContent =
  | { type: "text"; text: Text }
  | {
      type: "interactive";
      interactive: Omit<Interactive, "action"> & { action: ActionButtons };
    };
interface WhatsAppReading {
  status: "read";
  message_id: string;
  typing_indicator?: { type: ClientTypingIndicators };
}
export type WhatsAppRequest = Wire<
  Pick<ClientMessageRequest, "messaging_product"> &
    ((Pick<ClientMessageRequest, "to"> & WhatsAppContent) | WhatsAppReading)
>;
export type WhatsAppDelivery = Excerpt<Wire<PostData>>;

/** A bot sends a part of an activity, and its service adds the rest. What a card holds is anything to an attachment. */
export type TeamsReply = Wire<
  Partial<Omit<Activity, "attachments">> & {
    attachments?: (Omit<Attachment, "content"> & {
      content: Partial<HeroCard>;
    })[];
  }
>;
export type TeamsActivity = Excerpt<Wire<Activity>>;
