import * as z from "zod";
import {
  createFeishuApi,
  isTokenInvalid,
} from "../../../src/channels/feishu/feishu-api.ts";
import { FEISHU } from "../../../src/channels/feishu/feishu-definition.ts";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";
import { PlatformRefusal } from "../../../src/channels/kit/platform-refusal.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkRefusal, describeAddress } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
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

/**
 * Checks the app's secret, its bot and its scopes, and that Parley rejects
 * unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = FEISHU.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const { signal } = examination;
  const startedAt = performance.now();
  try {
    const api = createFeishuApi(settings);
    const ask = async (path: string) =>
      api.token.use(
        (token) =>
          callPlatform(settings.apiRoot + path, {
            method: "GET",
            headers: { authorization: `Bearer ${token}` },
            signal,
          }),
        { isRefused: ({ body }) => isTokenInvalid(body), signal },
      );
    const { body } = await ask("/bot/v3/info");
    const { data } = BotInfo.safeParse(body);
    yield data === undefined
      ? failed(
          "The app has no bot.",
          "Add the feature Bot to your app, then publish a version of it.",
        )
      : passed(
          `The bot is ${data.bot.app_name}.`,
          performance.now() - startedAt,
        );
    yield checkScopes((await ask("/application/v6/scopes")).body);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PlatformRefusal)
      yield failed(
        `Feishu does not accept FEISHU_APP_ID and FEISHU_APP_SECRET (code ${error.code}).`,
        "Copy both again from Credentials & Basic Info. Apps of Lark need FEISHU_API_ROOT=https://open.larksuite.com/open-apis.",
      );
    else if (error instanceof DeliveryError)
      yield failed(
        `Feishu cannot be reached: ${error.explained}`,
        "Check FEISHU_API_ROOT, and run this again.",
      );
    else throw error;
  }
  yield describeAddress(examination, {
    platform: "Feishu",
    path: "/feishu/events",
    place: "the request URLs under Events & Callbacks of the app",
  });
  yield* checkRefusal(examination, { path: "/feishu/events" });
}

function checkScopes(body: unknown): Finding {
  const { data } = Scopes.safeParse(body);
  if (data === undefined)
    return skipped("Feishu does not say what the app may do.");
  const granted = new Set(
    data.data.scopes
      .filter(({ grant_status }) => grant_status === GRANTED)
      .map(({ scope_name }) => scope_name),
  );
  // The older `im:message` includes the narrower scopes.
  const missing = SCOPES.filter(
    (scope) =>
      !granted.has(scope) &&
      !(scope.startsWith("im:message") && granted.has("im:message")),
  );
  return missing.length === 0
    ? passed("The app has all permissions.")
    : warning(
        `The app lacks these permissions: ${missing.join(", ")}.`,
        "Add them under Permissions & Scopes, then publish a version of the app.",
      );
}
