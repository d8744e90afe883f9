import { DISCORD } from "./discord/discord-definition.ts";
import { FEISHU } from "./feishu/feishu-definition.ts";
import type { ChannelDefinition } from "./kit/channel-definition.ts";
import { LINE } from "./line/line-definition.ts";
import { MESSENGER } from "./meta/messenger-definition.ts";
import { WHATSAPP } from "./meta/whatsapp-definition.ts";
import { SLACK } from "./slack/slack-definition.ts";
import { TEAMS } from "./teams/teams-definition.ts";
import { TELEGRAM } from "./telegram/telegram-definition.ts";
import { WECHAT } from "./wechat/wechat-definition.ts";
import { WECOM } from "./wechat/wecom-definition.ts";

/**
 * All channels of platforms. Parley's own `webhook` and `web` have their own
 * routes.
 */
export const CHANNEL_CATALOGUE: readonly ChannelDefinition[] = [
  TELEGRAM,
  SLACK,
  TEAMS,
  WHATSAPP,
  MESSENGER,
  LINE,
  DISCORD,
  WECOM,
  WECHAT,
  FEISHU,
];
