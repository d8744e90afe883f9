export const INTRODUCTION: Readonly<Record<string, string>> = {
  "Send a message and get the answer: right away, later, or as a stream. Every accepted message is stored and answered exactly once.":
    "发送消息，得到回答：立即、稍后，或边写边收。每条被接受的消息都会先保存，并且只回答一次。",
  "Getting started": "开始使用",
  "The base URL is `https://parley.example.com`. Set your key with `export PARLEY_KEY=<key>` (under `npm run dev`: `export PARLEY_KEY=$(npm run --silent key)`), then paste any example into a shell.":
    "这个接口的地址是 `https://parley.example.com`。先用 `export PARLEY_KEY=<key>` 设置示例要用的密钥（在 `npm run dev` 下：`export PARLEY_KEY=$(npm run --silent key)`），然后把任意一个示例粘贴到终端里运行。",
  Authentication: "身份验证",
  "Ways to get the answer": "获取回答的方式",
  "| You send | You get |\n| --- | --- |\n| none of these | the answer, if it is ready within 25 seconds; otherwise 202 |\n| `Prefer: wait=60` | the same, but waits that many seconds, at most 120 |\n| `Prefer: respond-async` | 202 immediately; poll the URL in `Location` |\n| `Accept: text/event-stream` | steps, and the answer's text as it is written |":
    "| 你发送 | 你得到 |\n| --- | --- |\n| 以下都不带 | 25 秒内有回答则返回回答，否则返回 202 |\n| `Prefer: wait=60` | 同上，等待指定的秒数，最多 120 秒 |\n| `Prefer: respond-async` | 立即返回 202，查询地址在 `Location` 中 |\n| `Accept: text/event-stream` | 各个步骤，以及边写边发的回答文本 |",
  Idempotency: "幂等",
  "Each error is `application/problem+json` (RFC 9457). Programs should rely on `type`, which is stable; `title` is for people, and `detail` says what to do. `errors` points to each invalid field (RFC 6901).":
    "所有错误都是 `application/problem+json`（RFC 9457）。程序请根据稳定不变的 `type` 判断；向用户展示 `title`；`detail` 说明该怎么做。字段有误时，`errors` 逐一指出位置（RFC 6901）。",
  Versioning: "版本兼容",
  "Responses and events may gain fields, and streams may gain events: ignore what you do not know. Nothing else changes within `/v1`.":
    "响应和事件可能增加字段，事件流可能增加新事件：请忽略不认识的内容。除此之外，`/v1` 之内不会改变。",
  "Send your API key with each request: `Authorization: Bearer <key>`. The operator gives each caller a name and a key. Conversations and messages belong to the caller.\n\nInstead of sending a key, you can sign `POST /v1/messages` according to [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` (at most 5 minutes off) and `webhook-signature`, without `Authorization`. A key and a secret with the same name belong to one caller.":
    "每个请求都带上 API 密钥：`Authorization: Bearer <key>`。部署的运营者为每个调用方分配名称和密钥。对话和消息归调用方所有。\n\n`POST /v1/messages` 也可以改用签名，遵循 [Standard Webhooks](https://www.standardwebhooks.com)：`webhook-id`、`webhook-timestamp`（误差不超过 5 分钟）和 `webhook-signature`，不带 `Authorization`。同名的密钥和签名密钥属于同一个调用方。",
  "Give each message your own `id` or an `Idempotency-Key`. If you are not sure that a message arrived, resend the same request: the message is answered once, and you get the same reply or join the running turn. A different message with the same id is rejected.":
    "请为每条消息指定自己的 `id`，或 `Idempotency-Key`。如果不确定消息是否送达，把同一个请求再发一次：消息只会回答一次，你得到的是同一个回复，或者接着等待正在进行的回答。同一个 id 的不同消息会被拒绝。",
  "Resuming a stream": "断线续传",
  "Each event has an id. Reconnect with the last id you received as `Last-Event-ID`: no event is lost or repeated. After the last event you get 204.":
    "每个事件都有 id。重新请求这条消息的事件，并把你收到的最后一个 id 放在 `Last-Event-ID` 中：不会丢失，也不会重复。最后一个事件之后返回 204。",
  "Rate limits": "请求频率限制",
  "Every response to an authenticated caller reports its rate limit: `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` (in seconds) and `RateLimit-Policy`. Above the limit you get 429; retry after `Retry-After` seconds. Request bodies are limited to 256 KiB.":
    "对已验证的调用方，每个响应都说明剩余的限额：`RateLimit-Limit`、`RateLimit-Remaining`、`RateLimit-Reset`（秒）和 `RateLimit-Policy`。超出后返回 429，`Retry-After` 说明何时可以重发。正文最大 256 KiB。",
  Events: "事件",
  "| Event | Data |\n| --- | --- |\n| `step` | `StepEvent`: a completed step |\n| `delta` | `DeltaEvent`: text of the answer as it is written |\n| `waiting` | `WaitingEvent`: the model could not be reached and will be retried |\n| `reply` | `Reply`: the last event; the message with its answer |\n| `error` | `ErrorEvent`: the last event; there is no answer |":
    "| 事件 | 数据 |\n| --- | --- |\n| `step` | `StepEvent`：一个已完成的步骤 |\n| `delta` | `DeltaEvent`：边写边发的回答文本 |\n| `waiting` | `WaitingEvent`：暂时无法连接模型，稍后会再次请求 |\n| `reply` | `Reply`：最后一个事件；消息及其回答 |\n| `error` | `ErrorEvent`：最后一个事件；没有回答 |",
  Errors: "错误",
  "All errors": "错误一览",
  "The last segment of `type`, the HTTP status, and what it means.":
    "`type` 的最后一段、HTTP 状态码，以及处理办法。",
};
