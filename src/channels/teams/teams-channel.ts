import { readJson } from "../../http/json-body.ts";
import { refuse } from "../../http/problems.ts";
import { logError } from "../../runtime/log.ts";
import type {
  Editing,
  ReceivingChannel,
  Reception,
} from "../../types/channel.ts";
import type { Problem } from "../../types/problem.ts";
import { accept } from "../kit/reception.ts";
import { createAttachmentFetcher } from "./attachments.ts";
import { createBotToken, type BotLogin } from "./bot-token.ts";
import { createConnector } from "./connector.ts";
import { Activity, parseActivity, tenantOf } from "./parse-activity.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { isServiceUrl } from "./teams-address.ts";
import { MAX_MESSAGE_BYTES, splitForTeams } from "./teams-markup.ts";
import { createTeamsSending } from "./teams-sending.ts";
import { UNAUTHORIZED, verifyToken } from "./verify-token.ts";

/** Not documented. */
const TYPING_MS = 4_000;

/**
 * Private chats, group chats and channels of Microsoft Teams, by the Bot
 * Framework.
 */
export function createTeamsChannel({
  metadataUrl,
  serviceRoot,
  streaming = "on",
  streamIntervalMs,
  now = Date.now,
  ...login
}: BotLogin & {
  /** OpenID metadata that points to Microsoft's signing keys. */
  metadataUrl: string;
  /** See `isServiceUrl`. */
  serviceRoot?: string | undefined;
  streaming?: "on" | "off";
  streamIntervalMs?: number;
  now?: () => number;
}): ReceivingChannel & Editing {
  const { appId, tenant, fetch } = login;
  const token = createBotToken({ ...login, now });
  const connect = createConnector({ token, serviceRoot, fetch });
  const keys = createSigningKeys({ metadataUrl, fetch });
  return {
    name: "teams",
    capabilities: {
      maxPartLength: MAX_MESSAGE_BYTES,
      lengthUnit: "utf-8",
      typingMs: TYPING_MS,
      commands: true,
      streams: true,
      buttons: true,
      quotesById: true,
    },

    async receive(request) {
      const sender = await verifyToken(request, { appId, keys, now });
      if (sender.kind === "refused") return sender;
      const read = await readJson(request, Activity);
      if (read.kind === "refused") return read;
      const { serviceUrl } = read.value;
      if (withoutSlash(serviceUrl) !== withoutSlash(sender.value.serviceUrl))
        return refuse(UNAUTHORIZED);
      return isServiceUrl(serviceUrl, serviceRoot)
        ? readActivity(read.value, tenant)
        : refuse(UNKNOWN_SERVICE);
    },

    split: splitForTeams,

    ...createTeamsSending({ connect, streaming, now, streamIntervalMs }),

    fetchAttachment: createAttachmentFetcher({ token, serviceRoot, fetch }),
  };
}

/** Acknowledges other activities too: `invoke`, installations, reactions. */
function readActivity(activity: Activity, tenant: string): Reception {
  const isTenantAllowed =
    tenant === "botframework.com" ||
    tenantOf(activity)?.toLowerCase() === tenant;
  if (!isTenantAllowed)
    logError("Teams activity not read", { reason: "other tenant" });
  const isFromTeams = isTenantAllowed && activity.channelId === "msteams";
  return accept(isFromTeams ? parseActivity(activity) : undefined);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

const UNKNOWN_SERVICE: Problem = {
  status: 403,
  slug: "unauthorized",
  title: "Not a service of Microsoft Teams",
  detail:
    "The activity's serviceUrl is not one of Microsoft's documented hosts. TEAMS_SERVICE_ROOT allows another one.",
};
