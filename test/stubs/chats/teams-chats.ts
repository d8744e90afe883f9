import {
  createActivity,
  createTeamsRequest,
} from "../../fixtures/teams-activities.ts";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
} from "../teams-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startTeamsChats(): Promise<ChatPlatform> {
  const server = await startTeamsServer();
  return {
    server,
    variables: (url) => ({
      TEAMS_APP_ID,
      TEAMS_APP_PASSWORD,
      TEAMS_LOGIN_ROOT: url,
      TEAMS_SERVICE_ROOT: url,
      TEAMS_OPENID_METADATA_URL: server.metadataUrl,
    }),
    proof: "authorization",
    async deliver({ text, id, chat }) {
      const activity = createActivity(server.serviceUrl, {
        id: `${id}`,
        conversation: { conversationType: "personal", id: `a:${chat}` },
        text,
      });
      return createTeamsRequest(JSON.stringify(activity), await server.sign());
    },
    conversation: (chat) => `teams:a:${chat}`,
    shown: (chat) =>
      server
        .shown()
        .filter(
          ({ to, streaming }) => to === `a:${chat}` && streaming === undefined,
        )
        .map(({ text }) => text),
  };
}
