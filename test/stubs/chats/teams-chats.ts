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

export async function startTeamsChats(
  options: { limitsRate?: boolean } = {},
): Promise<ChatPlatform> {
  const server = await startTeamsServer(options);
  /** Activities contain the address to reply to. */
  let { serviceUrl } = server;
  const textsOf = (
    chat: number,
    { isStreaming }: { isStreaming: boolean },
  ): readonly string[] =>
    server
      .shown()
      .filter(
        ({ to, streaming }) =>
          to === `a:${chat}` && (streaming !== undefined) === isStreaming,
      )
      .map(({ text }) => text);
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
    shown: (chat) => textsOf(chat, { isStreaming: false }),
    unfinished: (chat) => textsOf(chat, { isStreaming: true }),
  };
}
