export const OPERATIONS: Readonly<Record<string, string>> = {
  Messages: "消息",
  "A message, its answer, and all that came in between.":
    "消息、它的回答，以及中间发生的一切。",
  "Send a message": "发送消息",
  "Stores the message and answers it, once. Without a preference you wait for the answer, 25 seconds at most; then you get 202 as if you had not waited, and ask for the message later. Leaving early loses nothing: what was accepted is answered.":
    "保存消息并回答，只回答一次。默认等待回答，最多 25 秒；超时返回 202，与没有等待时相同，之后再来查询。提前断开不会丢失任何内容：被接受的消息都会得到回答。",
  "The answer, or its events.": "回答，或它的事件。",
  "The message is stored and will be answered.": "消息已保存，将会回答。",
  "Server-sent events in UTF-8. The data of each is one JSON object. Lines that begin with `:` keep the connection open.":
    "UTF-8 编码的服务器推送事件（SSE）。每个事件的 data 是一个 JSON 对象。以 `:` 开头的行用于保持连接。",
  "Wait for the answer": "等待回答",
  "Do not wait": "不等待",
  "Stream the answer": "边写边收",
  "Have the answer sent to you": "让回答发送给您",
  "Receive it with Node.js": "用 Node.js 接收",
  "What is sent": "发送的内容",
  "Look at a message": "查看消息",
  "How far the message is, with its steps and its reply. Ask again while `status` is `accepted` or `thinking`, or ask for its events.":
    "消息的进度、步骤和回复。`status` 为 `accepted` 或 `thinking` 时请稍后再问，或改为接收事件。",
  "The message as it is now, or its events.": "消息的当前状态，或它的事件。",
  "Ask for its status": "查询状态",
  "Ask for its events": "接收事件",
  "Stop a message": "停止消息",
  "Ends the answer within a second. The reply is what was written by then, with a note behind it; whoever waits for the message or streams it gets the same. A message that waits behind others ends without an answer. Other messages go on.":
    "一秒之内结束回答。回复是到那时为止写出的内容，末尾附有说明；正在等待或接收这条消息的一方得到相同的结果。排在后面等待的消息会直接结束，没有回答。其他消息不受影响。",
  "The message has ended, with `is_stopped: true`.":
    "消息已结束，带有 `is_stopped: true`。",
  "It will end, but took more than five seconds so far.":
    "消息将会结束，但五秒内尚未完成。",
  "Stop it": "停止",
  "Look at a callback": "查看回调",
  "What came of the attempts to send the reply to the message's `callback_url`. Kept for 30 days after the last attempt.":
    "向消息的 `callback_url` 发送回复的各次尝试及结果。在最后一次尝试之后保留 30 天。",
  "The attempts so far.": "到目前为止的尝试。",
  "Look at its attempts": "查看各次尝试",
  "Send a callback once more": "再次发送回调",
  "One more attempt, now, whatever came of those before. It has the same `webhook-id`.":
    "立即再尝试一次，不论之前的结果如何。`webhook-id` 不变。",
  "It will be sent.": "即将发送。",
  "Send it once more": "再次发送",
  Conversations: "会话",
  "What Parley remembers of a conversation. Names of conversations are the caller's own: another caller's look as if there were none.":
    "Parley 对会话的记忆。会话名称归调用方自己所有：其他调用方的会话如同不存在。",
  "Export a conversation": "导出会话",
  "What it remembers and what is set for it: the newest messages, and by pages the older ones; or all of it as JSONL, whatever its length.":
    "会话的记忆和设置：最新的消息，更早的消息按页读取；或者以 JSONL 一次导出全部，不限长度。",
  "Export all of it": "全部导出",
  "List conversations": "列出会话",
  "Your own conversations, sorted by name, page by page. A conversation is there once a message was sent to it or something was set for it, until it is forgotten.":
    "您自己的会话，按名称排序，分页返回。发送过消息或设置过内容的会话都在其中，直到被删除。",
  "A page of them.": "其中一页。",
  "List them": "列出",
  "Set up a conversation": "设置会话",
  "Changes its instructions and metadata, also before its first message. The body is a JSON merge patch (RFC 7396): what is left out stays, `null` removes. It counts from the next message on.":
    "修改会话的指令和元数据，在第一条消息之前也可以。正文是 JSON 合并补丁（RFC 7396）：未给出的保持不变，`null` 表示删除。从下一条消息开始生效。",
  "What is set for it now.": "当前的设置。",
  "Set it up": "设置",
  "The conversation.": "会话。",
  "Export it": "导出",
  "Forget a conversation": "删除会话",
  "Erases texts, steps, replies and settings for good, also of messages that wait or are being answered. Only the messages' ids stay, so that a message that is sent again is not answered again (410).":
    "永久删除文本、步骤、回复和设置，包括正在等待或正在回答的消息。只保留消息的 id，这样重发的消息不会再次回答（410）。",
  "It is forgotten.": "已删除。",
  "Forget it": "删除",
  "This deployment": "本部署",
  "For everybody, without a key.": "对所有人开放，无需密钥。",
  Health: "运行状况",
  "Whether the deployment answers, and which parts are set up.":
    "部署是否可用，以及配置了哪些部分。",
  "It answers.": "可用。",
  Ask: "查询",
  "This description": "接口描述",
  "The API as an OpenAPI 3.1 document, made from the schemas that check requests. Pages of any site may fetch it.":
    "OpenAPI 3.1 格式的接口文档，由校验请求的同一套模式生成。任何网站的页面都可以读取。",
  "The document.": "文档。",
  "It is the version that you have.": "与您已有的版本相同。",
  "Fetch it": "获取",
  "This page": "本页",
  "The same description, to be read by people, in English and Chinese.":
    "同一份描述，供人阅读，有英文和中文。",
  "The page.": "页面。",
  "The `Last-Event-ID` is that of the message's last event: there is nothing more to come.":
    "`Last-Event-ID` 是这条消息最后一个事件的 id：不会再有新的事件。",
  "Receive a callback": "接收回调",
  "Sent to the `callback_url` of a message once it is answered or has failed, signed as Standard Webhooks has it, with the secret that the operator gives you: it is yours alone, and not the one that you sign messages with. Check the signature over the raw body and the age of `webhook-timestamp`, then that `caller` is you and `callback_url` is your own address. `webhook-id` is the same for each attempt: who has seen it has seen the event. Answer within 10 seconds.":
    "消息得到回答或失败后，发送到它的 `callback_url`，按 Standard Webhooks 签名，密钥由运营者提供：它只属于您，也不是您给消息签名用的那一个。请对原始正文校验签名，检查 `webhook-timestamp` 是否过旧，再核对 `caller` 是您的名称、`callback_url` 是您自己的地址。每次尝试的 `webhook-id` 相同：见过它就是见过这个事件。请在 10 秒内应答。",
  "It has arrived.": "已收到。",
  "Nobody is there any more: no more attempts.": "接收方已不存在：不再尝试。",
  "As any other answer, redirects too, and none: it is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, or later where `Retry-After` says so.":
    "与其他应答（包括重定向）以及没有应答时相同：在 5 秒、30 秒、2 分钟、10 分钟、1 小时和 6 小时后重试；`Retry-After` 要求更晚时以它为准。",
  "Confirm that you want callbacks": "确认愿意接收回调",
  "Sent to a `callback_url` while its message is taken in, unless the operator has listed the host for you: before the first callback to an origin, and again after 90 days. It is signed as callbacks are. Check the signature, `caller` and `callback_url`, then send the challenge back within 5 seconds. Without that the message is refused (`callback-unconfirmed`). Never answer a question that your secret has not signed: it is another caller's.":
    "接收带 `callback_url` 的消息时发送到该地址，除非运营者已为您列出该主机：每个源（origin）在第一次回调之前询问一次，90 天后再次询问。签名方式与回调相同。请校验签名，核对 `caller` 和 `callback_url`，然后在 5 秒内送回 challenge，否则消息会被拒绝（`callback-unconfirmed`）。不是用您的密钥签名的询问来自其他调用方，请不要应答。",
  "Callbacks of this caller may be sent here.":
    "可以把这个调用方的回调发送到这里。",
  "As any other answer, redirects too, and none: callbacks of this caller are not sent here.":
    "与其他应答（包括重定向）以及没有应答时相同：不会把这个调用方的回调发送到这里。",
  "The question and the answer": "询问与应答",
};
