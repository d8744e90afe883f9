import type { webhook } from "@line/bot-sdk";
import type { SlackEvent } from "@slack/types";
import type { Activity } from "botframework-schema";
import type { APIInteraction } from "discord-api-types/v10";
import type { PostData, ServerMessage } from "whatsapp-api-js/types";
import type * as Discord from "../../../src/channels/discord/parse-interaction.ts";
import type * as Line from "../../../src/channels/line/parse-webhook.ts";
import type * as WhatsApp from "../../../src/channels/meta/parse-whatsapp.ts";
import type * as Slack from "../../../src/channels/slack/parse-event.ts";
import type * as Teams from "../../../src/channels/teams/parse-activity.ts";

/** Compiles while vendors' types have all fields that the channels read; otherwise `npm run check:types` fails, and names them. */
export type ReadFields = [
  None<Unknown<Discord.Interaction, APIInteraction>>,
  None<Unknown<Line.Event, webhook.Event>>,
  None<Unknown<Slack.Event, SlackEvent>>,
  None<Unknown<Teams.Activity, Activity>>,
  None<Exclude<Unknown<WhatsApp.Value, WhatsAppValue>, Echoes>>,
  None<Exclude<Unknown<WhatsApp.Message, ServerMessage>, OfOtherFiles>>,
];

type WhatsAppValue = PostData["entry"][number]["changes"][number]["value"];
/** Meta documents them, and this package does not. */
type Echoes = "/message_echoes";
/** One schema reads all files of a platform: some of them have less. */
type OfOtherFiles =
  `/${"audio" | "image" | "sticker" | "video"}/${"caption" | "filename"}`;

type None<Paths extends never> = Paths;

/** The paths of fields that are read, and that the vendor's type has in none of its members. */
type Unknown<Read, Vendor, Path extends string = ""> = 0 extends 1 & Vendor
  ? never
  : Read extends readonly (infer Item)[]
    ? Unknown<Item, Extract<Vendor, readonly unknown[]>[number], Path>
    : Read extends object
      ? {
          [Field in Named<Read>]: Field extends FieldOf<Vendor>
            ? Unknown<Read[Field], ValueOf<Vendor, Field>, `${Path}/${Field}`>
            : `${Path}/${Field}`;
        }[Named<Read>]
      : never;

/** Without the rest of a schema that keeps what it does not know. */
type Named<Read> = keyof {
  [Field in keyof Read as string extends Field ? never : Field]: never;
} &
  keyof Read &
  string;

type FieldOf<Vendor> = Vendor extends object ? keyof Vendor : never;
type ValueOf<Vendor, Field> = Vendor extends object
  ? Field extends keyof Vendor
    ? NonNullable<Vendor[Field]>
    : never
  : never;
