import type { ChannelDefinition } from "./channel-definition.ts";
import { SLACK } from "./slack/slack-definition.ts";
import { TELEGRAM } from "./telegram/telegram-definition.ts";

/** Every channel that a platform sends messages to. `webhook` and `web`, which are Parley's own, have routes of their own. */
export const CHANNEL_CATALOGUE: readonly ChannelDefinition[] = [
  TELEGRAM,
  SLACK,
];
