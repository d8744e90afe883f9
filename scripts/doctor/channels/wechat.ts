import * as z from "zod";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";
import { WECHAT } from "../../../src/channels/wechat/wechat-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkRefusal, describeAddress } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, passed, skipped, warning, type Finding } from "../report.ts";

const Answer = z.object({
  access_token: z.string().optional(),
  errcode: z.number().optional(),
  errmsg: z.string().optional(),
});

/**
 * https://developers.weixin.qq.com/doc/service/api/apimanage/api_getapiquota
 */
const Quota = z.object({
  errcode: z.literal(0),
  quota: z.object({ daily_limit: z.number().positive(), remain: z.number() }),
});

/**
 * Checks that WeChat issues an access token and allows messages, if replies
 * need them, and that Parley rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = WECHAT.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  if (settings.replies === "passive")
    yield skipped(
      "No access token was asked for: passive replies need none, only attachments do.",
    );
  else yield* checkToken(settings, examination);
  yield describeAddress(examination, {
    platform: "WeChat",
    path: "/wechat/webhook",
    place:
      "the URL under Server configuration, which WeChat checks with its token when it is saved",
  });
  yield* checkRefusal(examination, { path: "/wechat/webhook" });
}

async function* checkToken(
  {
    appId,
    appSecret,
    apiRoot,
  }: { appId: string; appSecret: string; apiRoot: string },
  { signal }: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const startedAt = performance.now();
  try {
    const { body, status } = await callPlatform(
      `${apiRoot}/cgi-bin/stable_token`,
      {
        body: {
          grant_type: "client_credential",
          appid: appId,
          secret: appSecret,
        },
        signal,
      },
    );
    const { data } = Answer.safeParse(body);
    if (data?.access_token !== undefined) {
      yield passed(
        "WeChat gives an access token to this machine.",
        performance.now() - startedAt,
      );
      const token = encodeURIComponent(data.access_token);
      const quota = await callPlatform(
        `${apiRoot}/cgi-bin/openapi/quota/get?access_token=${token}`,
        { body: { cgi_path: "/cgi-bin/message/custom/send" }, signal },
      );
      return yield checkQuota(quota.body);
    }
    const code = data?.errcode ?? `HTTP ${status}`;
    yield failed(
      `WeChat gives no access token: ${code} ${(data?.errmsg ?? "").slice(0, 200)}`.trimEnd(),
      code === 40164
        ? "Add the IP address that it names to the IP allowlist in Basic configuration, or use a proxy with a fixed one (WECHAT_API_ROOT), or WECHAT_REPLIES=passive."
        : "Copy WECHAT_APP_ID and WECHAT_APP_SECRET again from Basic configuration.",
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `WeChat cannot be reached: ${error.explained}`,
      "Run this again. WECHAT_API_ROOT is only needed with a proxy.",
    );
  }
}

function checkQuota(body: unknown): Finding {
  const { data } = Quota.safeParse(body);
  return data === undefined
    ? warning(
        "WeChat reports no daily quota of customer-service messages for this account.",
        "Look under Interface permissions (接口权限) whether it may send any: mostly verified accounts may. Otherwise set WECHAT_REPLIES=passive.",
      )
    : passed(
        `The account may send customer-service messages: ${data.quota.remain} of ${data.quota.daily_limit} are left today.`,
      );
}
