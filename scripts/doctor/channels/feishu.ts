import * as z from "zod";
import { callPlatform } from "../../../src/channels/call-platform.ts";
import {
  createFeishuApi,
  FeishuError,
} from "../../../src/channels/feishu/feishu-api.ts";
import { FEISHU } from "../../../src/channels/feishu/feishu-definition.ts";
import { DeliveryError } from "../../../src/errors.ts";
import { checkRefusal } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, type Finding, passed } from "../report.ts";

const BotInfo = z.object({ bot: z.object({ app_name: z.string() }) });

/** Whether the app's secret is right, whether it has a bot, and whether Parley rejects what Feishu has not signed. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = FEISHU.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const { signal } = examination;
  const startedAt = performance.now();
  try {
    const api = createFeishuApi(settings);
    const { body } = await callPlatform(`${settings.apiRoot}/bot/v3/info`, {
      method: "GET",
      headers: { authorization: await api.authorize({ signal }) },
      signal,
    });
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
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeishuError)
      yield failed(
        `Feishu does not accept FEISHU_APP_ID and FEISHU_APP_SECRET (code ${error.code}).`,
        "Copy both again from Credentials & Basic Info. Apps of Lark need FEISHU_API_ROOT=https://open.larksuite.com/open-apis.",
      );
    else if (error instanceof DeliveryError)
      yield failed(
        `Feishu cannot be reached: ${error.message}`,
        "Check FEISHU_API_ROOT, and run this again.",
      );
    else throw error;
  }
  yield* checkRefusal(examination, { path: "/feishu/events" });
}
