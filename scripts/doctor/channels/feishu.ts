import * as z from "zod";
import { createFeishuApi } from "../../../src/channels/feishu/feishu-api.ts";
import { FEISHU } from "../../../src/channels/feishu/feishu-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { createAsk, createCheck } from "../check-channel.ts";
import { failed, passed, skipped, warning, type Finding } from "../report.ts";

/** The scopes in docs/channels/feishu.md. */
const SCOPES = [
  "im:message.p2p_msg:readonly",
  "im:message.group_at_msg:readonly",
  "im:message:send_as_bot",
  "im:message:update",
  "im:resource",
];
/** https://open.feishu.cn/document/application-v6/scope/list */
const Scopes = z.object({
  code: z.literal(0),
  data: z.object({
    scopes: z.array(
      z.object({ scope_name: z.string(), grant_status: z.number() }),
    ),
  }),
});
const GRANTED = 1;

const BotInfo = z.object({ bot: z.object({ app_name: z.string() }) });

/** Checks the app's secret, its bot and its scopes. */
export const check = createCheck(FEISHU, {
  async *look(settings, { signal }) {
    const token = await createFeishuApi(settings).token.use(
      async (fresh) => fresh,
      { isRefused: () => false, signal },
    );
    const authorization = `Bearer ${token}`;
    const ask = createAsk({ ...settings, authorization, signal });
    const { data: info, ms } = await ask("/bot/v3/info", BotInfo);
    yield info === undefined
      ? failed(
          "The app has no bot.",
          "Add the feature Bot to your app, then publish a version of it.",
        )
      : passed(`The bot is ${info.bot.app_name}.`, ms);
    const { data: list } = await ask("/application/v6/scopes", Scopes);
    yield list === undefined
      ? skipped("Feishu does not say what the app may do.")
      : checkScopes(list);
  },
  explain: (error) =>
    error instanceof DeliveryError && error.code !== undefined
      ? failed(
          `Feishu does not accept FEISHU_APP_ID and FEISHU_APP_SECRET (code ${error.code}).`,
          "Copy both again from Credentials & Basic Info. Apps of Lark need FEISHU_API_ROOT=https://open.larksuite.com/open-apis.",
        )
      : undefined,
  advice: "Check FEISHU_API_ROOT, and run this again.",
  place: "the request URLs under Events & Callbacks of the app",
});

function checkScopes({ data: { scopes } }: z.infer<typeof Scopes>): Finding {
  const granted = scopes
    .filter(({ grant_status }) => grant_status === GRANTED)
    .map(({ scope_name }) => scope_name);
  // The older `im:message` includes the narrower scopes.
  const missing = SCOPES.filter(
    (scope) =>
      !granted.includes(scope) &&
      !(scope.startsWith("im:message") && granted.includes("im:message")),
  );
  return missing.length === 0
    ? passed("The app has all permissions.")
    : warning(
        `The app lacks these permissions: ${missing.join(", ")}.`,
        "Add them under Permissions & Scopes, then publish a version of the app.",
      );
}
