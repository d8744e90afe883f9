import {
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

export const WECHAT_APP = {
  appId: "wx5823bf96d3bd56c7",
  appSecret: "0123456789abcdef0123456789abcdef",
};

export interface WechatServer extends PlatformServer {
  /** Visible messages, in order. */
  readonly shown: readonly { readonly to: string; readonly text: string }[];
  /** Downloadable media by id. */
  readonly media: Map<string, string>;
  /** Invalidates all issued tokens. */
  revoke(): void;
  /** Allows five more messages to the user, as after a message from them. */
  hear(person: string): void;
}

/**
 * WeChat's API with its documented rules
 * (https://developers.weixin.qq.com/doc/service/): failures have status 200 and
 * a code; the stable token stays the same until it expires; texts have at most
 * 2,048 bytes; five may follow a user's message.
 * @param listed whether the caller's address is in the IP allowlist
 * @param mayWrite whether the account may send customer-service messages
 */
export async function startWechatServer({
  listed = true,
  mayWrite = true,
} = {}): Promise<WechatServer> {
  const shown: { to: string; text: string }[] = [];
  const media = new Map<string, string>();
  const left = new Map<string, number>();
  let generation = 1;
  const tokenOf = () => `token-${generation}`;

  const answer = ({ path, body }: PlatformCall): StubAnswer => {
    const { pathname, searchParams } = new URL(path, "http://stub");
    if (pathname === "/cgi-bin/stable_token")
      return giveToken(body as Record<string, string>, { listed, tokenOf });
    if (searchParams.get("access_token") !== tokenOf())
      return fail(40001, "invalid credential, access_token is invalid");
    switch (pathname) {
      case "/cgi-bin/openapi/quota/get":
        return mayWrite
          ? {
              body: {
                errcode: 0,
                errmsg: "ok",
                quota: { daily_limit: 500_000, used: 1, remain: 499_999 },
              },
            }
          : fail(76_022, "could not use this cgi_path, no permission");
      case "/cgi-bin/message/custom/send":
        return send(body as Message);
      case "/cgi-bin/message/custom/typing":
        return fail(0, "ok");
      case "/cgi-bin/media/get": {
        const content = media.get(searchParams.get("media_id") ?? "");
        return content === undefined
          ? fail(40007, "invalid media_id")
          : { headers: { "content-type": "image/jpeg" }, body: content };
      }
    }
    return { status: 404 };
  };

  const send = ({ touser, msgtype, text }: Message): StubAnswer => {
    const { content } = text;
    if (msgtype !== "text" || content === "")
      return fail(40008, "invalid message type");
    if (touser === "ogone")
      return fail(
        45015,
        "response out of time limit or subscription is canceled",
      );
    if (Buffer.byteLength(content) > 2_048)
      return fail(45002, "content size out of limit");
    const rest = left.get(touser) ?? 5;
    if (rest === 0) return fail(45047, "out of response count limit");
    left.set(touser, rest - 1);
    shown.push({ to: touser, text: content });
    return fail(0, "ok");
  };

  const server = await startPlatformServer(answer);
  return {
    ...server,
    shown,
    media,
    revoke: () => void (generation += 1),
    hear: (person) => void left.set(person, 5),
  };
}

interface Message {
  touser: string;
  msgtype: string;
  text: { content: string };
}

function giveToken(
  { grant_type, appid, secret }: Record<string, string>,
  { listed, tokenOf }: { listed: boolean; tokenOf: () => string },
): StubAnswer {
  if (!listed) return fail(40164, "invalid ip 192.0.2.1, not in whitelist");
  if (grant_type !== "client_credential")
    return fail(40002, "invalid grant_type");
  if (appid !== WECHAT_APP.appId) return fail(40013, "invalid appid");
  if (secret !== WECHAT_APP.appSecret) return fail(40125, "invalid appsecret");
  return { body: { access_token: tokenOf(), expires_in: 7_200 } };
}

/** Code 0 means success. */
function fail(errcode: number, errmsg: string): StubAnswer {
  return { body: { errcode, errmsg } };
}
