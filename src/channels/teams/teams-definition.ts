import { httpUrl, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const IDS = /^[\w:@.=+/-]{5,300}$/;

export const TEAMS = defineChannel({
  name: "teams",
  title: "Microsoft Teams",
  required: {
    appId: {
      variable: "TEAMS_APP_ID",
      pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
      origin:
        "Copy the Microsoft App ID from Configuration of your Azure Bot at https://portal.azure.com",
    },
    password: {
      variable: "TEAMS_APP_PASSWORD",
      pattern: /^[!-~]{16,}$/,
      origin:
        "Create a client secret under Certificates & secrets of the bot's app registration, and copy its value",
    },
  },
  optional: {
    tenant: optional(
      "TEAMS_TENANT_ID",
      () =>
        text()
          .regex(
            /^(?:botframework\.com|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
            "is neither the id of a tenant nor botframework.com; the bot's Configuration shows the App Tenant ID",
          )
          .toLowerCase(),
      "botframework.com",
    ),
    streaming: optional("TEAMS_STREAMING", () => oneOf(["on", "off"]), "on"),
    metadataUrl: optional(
      "TEAMS_OPENID_METADATA_URL",
      httpUrl,
      "https://login.botframework.com/v1/.well-known/openidconfiguration",
    ),
    loginRoot: optional(
      "TEAMS_LOGIN_ROOT",
      httpUrl,
      "https://login.microsoftonline.com",
    ),
    serviceRoot: { variable: "TEAMS_SERVICE_ROOT", ...setting(httpUrl) },
  },
  allowed: {
    people: idList("TEAMS_ALLOWED_USERS", {
      pattern: IDS,
      example: "object ids like 7faf8bde-8f27-40d1-8b1f-0a2d2a0e3c11",
    }),
    chats: idList("TEAMS_ALLOWED_CHATS", {
      pattern: IDS,
      example: "ids of chats and channels like 19:…@thread.v2",
    }),
  },
  routes: [{ method: "POST", path: "/messages" }],
  async load(settings) {
    const { createTeamsChannel } = await import("./teams-channel.ts");
    return createTeamsChannel(settings);
  },
});
