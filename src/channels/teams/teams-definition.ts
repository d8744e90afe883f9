import {
  headerText,
  httpUrl,
  listOfIds,
  oneOf,
  text,
} from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const ids = (example: string) =>
  setting(() => listOfIds({ pattern: /^[\w:@.=+/-]{5,300}$/, example }), []);

export const TEAMS = defineChannel({
  name: "teams",
  title: "Microsoft Teams",
  required: {
    TEAMS_APP_ID: setting(() =>
      text().regex(
        GUID,
        "is not a Microsoft App ID; the bot's Configuration shows one like 00000000-0000-0000-0000-000000000000",
      ),
    ),
    TEAMS_APP_PASSWORD: setting(headerText),
  },
  origins: {
    TEAMS_APP_ID:
      "Copy the Microsoft App ID from Configuration of your Azure Bot at https://portal.azure.com",
    TEAMS_APP_PASSWORD:
      "Create a client secret under Certificates & secrets of the bot's app registration, and copy its value",
  },
  optional: {
    TEAMS_TENANT_ID: setting(
      () =>
        text()
          .regex(
            /^(?:botframework\.com|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
            "is neither the id of a tenant nor botframework.com; the bot's Configuration shows the App Tenant ID",
          )
          .toLowerCase(),
      "botframework.com",
    ),
    TEAMS_STREAMING: setting(() => oneOf(["on", "off"]), "on"),
    TEAMS_ALLOWED_USERS: ids(
      "object ids like 7faf8bde-8f27-40d1-8b1f-0a2d2a0e3c11",
    ),
    TEAMS_ALLOWED_CHATS: ids("ids of chats and channels like 19:…@thread.v2"),
    TEAMS_OPENID_METADATA_URL: setting(
      httpUrl,
      "https://login.botframework.com/v1/.well-known/openidconfiguration",
    ),
    TEAMS_LOGIN_ROOT: setting(httpUrl, "https://login.microsoftonline.com"),
    TEAMS_SERVICE_ROOT: setting(httpUrl),
  },
  routes: [{ method: "POST", path: "/messages" }],
  read: ({
    TEAMS_APP_ID: appId,
    TEAMS_APP_PASSWORD: password,
    TEAMS_TENANT_ID: tenant,
    TEAMS_STREAMING: streaming,
    TEAMS_OPENID_METADATA_URL: metadataUrl,
    TEAMS_LOGIN_ROOT: loginRoot,
    TEAMS_SERVICE_ROOT: serviceRoot,
  }) => ({
    appId,
    password,
    tenant,
    streaming,
    metadataUrl,
    loginRoot,
    serviceRoot,
  }),
  access: ({ TEAMS_ALLOWED_USERS: people, TEAMS_ALLOWED_CHATS: chats }) =>
    accessOf({ people, chats }),
  async load(settings) {
    const { createTeamsChannel } = await import("./teams-channel.ts");
    return createTeamsChannel(settings);
  },
});
