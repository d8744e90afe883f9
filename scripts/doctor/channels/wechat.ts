import * as z from "zod";
import { WECHAT } from "../../../src/channels/wechat/wechat-definition.ts";
import { createAsk, createCheck } from "../check-channel.ts";
import { failed, passed, skipped, warning } from "../report.ts";

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
 * need them.
 */
export const check = createCheck(WECHAT, {
  async *look({ appId, appSecret, apiRoot, replies }, { signal }) {
    if (replies === "passive")
      return yield skipped(
        "No access token was asked for: passive replies need none, only attachments do.",
      );
    const ask = createAsk({ apiRoot, signal });
    const { data, status, ms } = await ask("/cgi-bin/stable_token", Answer, {
      grant_type: "client_credential",
      appid: appId,
      secret: appSecret,
    });
    if (data?.access_token === undefined) {
      const code = data?.errcode ?? `HTTP ${status}`;
      return yield failed(
        `WeChat gives no access token: ${code} ${(data?.errmsg ?? "").slice(0, 200)}`.trimEnd(),
        code === 40164
          ? "Add the IP address that it names to the IP allowlist in Basic configuration, or use a proxy with a fixed one (WECHAT_API_ROOT), or WECHAT_REPLIES=passive."
          : "Copy WECHAT_APP_ID and WECHAT_APP_SECRET again from Basic configuration.",
      );
    }
    yield passed("WeChat gives an access token to this machine.", ms);
    const { data: allowed } = await ask(
      `/cgi-bin/openapi/quota/get?access_token=${encodeURIComponent(data.access_token)}`,
      Quota,
      { cgi_path: "/cgi-bin/message/custom/send" },
    );
    yield allowed === undefined
      ? warning(
          "WeChat reports no daily quota of customer-service messages for this account.",
          "Look under Interface permissions (接口权限) whether it may send any: mostly verified accounts may. Otherwise set WECHAT_REPLIES=passive.",
        )
      : passed(
          `The account may send customer-service messages: ${allowed.quota.remain} of ${allowed.quota.daily_limit} are left today.`,
        );
  },
  place:
    "the URL under Server configuration, which WeChat checks with its token when it is saved",
});
