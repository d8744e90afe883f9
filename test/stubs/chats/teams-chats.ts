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
  /** Activities name the address at which they are answered. */
  let { serviceUrl } = server;
  return {
    server,
    variables(url) {
      serviceUrl = server.serviceUrl.replace(server.url, url);
      return {
        TEAMS_APP_ID,
        TEAMS_APP_PASSWORD,
        TEAMS_LOGIN_ROOT: url,
        TEAMS_SERVICE_ROOT: url,
        TEAMS_OPENID_METADATA_URL: server.metadataUrl,
      };
    },
    async deliver({ text, id, chat }) {
      const activity = createActivity(serviceUrl, {
        id: `${id}`,
        conversation: { conversationType: "personal", id: `a:${chat}` },
        text,
      });
      const token = await server.sign({ serviceurl: serviceUrl });
      return createTeamsRequest(JSON.stringify(activity), token);
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
