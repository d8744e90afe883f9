export const OPERATIONS: Readonly<Record<string, string>> = {
  Messages: "消息",
  "A message, its answer, and everything in between.":
    "消息、它的回答，以及中间发生的一切。",
  "Send a message": "发送消息",
  "Stores the message and answers it once. By default the request waits up to 25 seconds for the answer; after that you get 202 and poll for the message. Disconnecting loses nothing: every accepted message is answered.":
    "保存消息并回答，只回答一次。默认等待回答，最多 25 秒；超时返回 202，之后请轮询这条消息。提前断开不会丢失任何内容：被接受的消息都会得到回答。",
  "The answer, or its event stream.": "回答，或它的事件。",
  "The message is stored and will be answered.": "消息已保存，将会回答。",
  "Server-sent events in UTF-8. Each event's data is one JSON object. Lines that start with `:` keep the connection open.":
    "UTF-8 编码的服务器推送事件（SSE）。每个事件的 data 是一个 JSON 对象。以 `:` 开头的行用于保持连接。",
  "Wait for the answer": "等待回答",
  "Do not wait": "不等待",
  "Stream the answer": "边写边收",
  "Get the answer by callback": "通过回调接收回答",
  "Receive it with Node.js": "用 Node.js 接收",
  "What is sent": "发送的内容",
  "Get a message": "查看消息",
  "The message's status, steps and reply. Poll while `status` is `accepted` or `thinking`, or stream its events.":
    "消息的进度、步骤和回复。`status` 为 `accepted` 或 `thinking` 时请轮询，或改为接收事件。",
  "The current state of the message, or its event stream.":
    "消息的当前状态，或它的事件。",
  "Poll the status": "查询状态",
  "Stream the events": "接收事件",
  "Stop a message": "停止消息",
  "Stops the answer within a second. The reply is what was written so far, followed by a note; every client that waits for the message or streams it gets the same. A message still waiting for its turn ends without an answer. Other messages continue.":
    "一秒之内结束回答。回复是到那时为止写出的内容，末尾附有说明；正在等待或接收这条消息的一方得到相同的结果。排在后面等待的消息会直接结束，没有回答。其他消息不受影响。",
  "The message was stopped: `is_stopped` is `true`.":
    "消息已结束，带有 `is_stopped: true`。",
  "The message will stop, but has not within five seconds.":
    "消息将会结束，但五秒内尚未完成。",
  "Stop it": "停止",
  "List deliveries": "查看回调",
  "The attempts to deliver the reply to the message's `callback_url`. Kept for 30 days after the last attempt.":
    "向消息的 `callback_url` 发送回复的各次尝试及结果。在最后一次尝试之后保留 30 天。",
  "The attempts so far.": "到目前为止的尝试。",
  "List the attempts": "查看各次尝试",
  "Resend a callback": "再次发送回调",
  "Makes one more attempt right away, regardless of earlier ones, with the same `webhook-id`.":
    "立即再尝试一次，不论之前的结果如何。`webhook-id` 不变。",
  "The callback will be sent.": "即将发送。",
  "Resend it": "再次发送",
  Conversations: "对话",
  "What Parley remembers of a conversation. Conversation names belong to the caller: you cannot see the conversations of other callers.":
    "Parley 对对话的记忆。对话名称归调用方自己所有：其他调用方的对话如同不存在。",
  "Export a conversation": "导出对话",
  "History and settings: the latest messages first, older ones by page; or everything as JSONL, regardless of its length.":
    "对话的历史和设置：最新的消息，更早的消息按页读取；或者以 JSONL 一次导出全部，不限长度。",
  "Export all of it": "全部导出",
  "List conversations": "列出对话",
  "Your conversations, sorted by name and paginated. A conversation exists from its first message or setting until it is deleted.":
    "你自己的对话，按名称排序，分页返回。发送过消息或设置过内容的对话都在其中，直到被删除。",
  "A page of conversations.": "一页对话。",
  "List them": "列出",
  "Update a conversation": "设置对话",
  "Changes its instructions and metadata, even before its first message. The body is a JSON Merge Patch (RFC 7396): omitted fields stay, `null` removes. Takes effect with the next message.":
    "修改对话的指令和元数据，在第一条消息之前也可以。正文是 JSON 合并补丁（RFC 7396）：未给出的保持不变，`null` 表示删除。从下一条消息开始生效。",
  "The current settings.": "当前的设置。",
  "Update it": "设置",
  "The conversation.": "对话。",
  "Export it": "导出",
  "Delete a conversation": "删除对话",
  "Permanently erases texts, steps, replies and settings, including those of waiting and running messages. Only the message ids remain, so that a resent message is not answered again (410).":
    "永久删除文本、步骤、回复和设置，包括正在等待或正在回答的消息。只保留消息的 id，这样重发的消息不会再次回答（410）。",
  "The conversation was deleted.": "已删除。",
  "Delete it": "删除",
  "This deployment": "本部署",
  "Public, no key needed.": "对所有人开放，无需密钥。",
  Health: "运行状况",
  "Reports that the deployment is running, and which parts are set up.":
    "报告部署是否正常运行，以及配置了哪些部分。",
  "The deployment is running.": "部署正在运行。",
  Ask: "查询",
  "This description": "接口描述",
  "The API as an OpenAPI 3.1 document, generated from the schemas that validate requests. Any site may fetch it (CORS).":
    "OpenAPI 3.1 格式的接口文档，由校验请求的同一套模式生成。任何网站的页面都可以读取。",
  "The document.": "文档。",
  "You have the current version.": "你已有最新版本。",
  "Fetch it": "获取",
  "This page": "本页",
  "The API reference for people, in English and Chinese.":
    "供人阅读的 API 文档，有英文和中文。",
  "The page.": "页面。",
  "`Last-Event-ID` names the message's last event: there are no more.":
    "`Last-Event-ID` 是这条消息最后一个事件的 id：不会再有新的事件。",
  "Receive a callback": "接收回调",
  "Sent to a message's `callback_url` when it is answered or has failed, signed according to Standard Webhooks with the secret that the operator gives you: it is yours alone, and differs from the one you sign messages with. Verify the signature over the raw body and the age of `webhook-timestamp`, then check that `caller` is you and `callback_url` is your own URL. `webhook-id` is the same for every attempt: use it to ignore duplicates. Answer within 10 seconds.":
    "消息得到回答或失败后，发送到它的 `callback_url`，按 Standard Webhooks 签名，密钥由运营者提供：它只属于你，也不是你给消息签名用的那一个。请对原始正文校验签名，检查 `webhook-timestamp` 是否过旧，再核对 `caller` 是你的名称、`callback_url` 是你自己的地址。每次尝试的 `webhook-id` 相同：可据此忽略重复的回调。请在 10 秒内应答。",
  "Delivered.": "已收到。",
  "The endpoint is gone: no more attempts.": "接收方已不存在：不再尝试。",
  "Retried after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, or later if `Retry-After` says so. Any other status, a redirect or no response is treated the same.":
    "在 5 秒、30 秒、2 分钟、10 分钟、1 小时和 6 小时后重试；`Retry-After` 要求更晚时以它为准。其他状态码、重定向或没有响应时也是如此。",
};
