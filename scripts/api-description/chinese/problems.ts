export const PROBLEMS: Readonly<Record<string, string>> = {
  "The body is not valid JSON": "正文不是有效的 JSON",
  "The body is empty or is not JSON.": "正文为空，或者不是 JSON。",
  "The body is not UTF-8": "正文不是 UTF-8",
  "The body contains bytes that are not UTF-8.": "正文中有不是 UTF-8 的字节。",
  "Incomplete body": "正文中断",
  "The connection closed before the whole body arrived.":
    "正文尚未传完，连接就断开了。",
  "Missing or invalid credentials": "密钥或签名缺失，或者不正确",
  "Message not found": "没有这条消息",
  "You have not sent a message with this id, or its conversation was deleted. Other callers' ids get the same response.":
    "你没有用这个 id 发送过消息，或者它所在的对话已被删除。其他调用方的 id 也是同样的结果。",
  "This message has no callback": "这条消息没有回调",
  "It was sent without a `callback_url`.": "发送时没有指定 `callback_url`。",
  "The deliveries have expired": "这条消息的投递记录已不再保留",
  "Deliveries are kept for 30 days after the last attempt.":
    "记录在最后一次尝试之后保留 30 天。",
  "The callback is still pending": "回调会自动发送",
  "The message has no reply yet, or another attempt is scheduled: there is nothing to resend.":
    "消息还没有回复，或者已安排下一次尝试：无需再次发送。",
  "Conversation not found": "没有这个对话",
  "You have no conversation of this name, or it was deleted. Other callers' conversations get the same response.":
    "你没有这个名称的对话，或者它已被删除。其他调用方的对话也是同样的结果。",
  "Not found": "未找到",
  "The path is wrong, or that part is off.":
    "地址或方法有误，或者此部署没有开启该功能。",
  "The message has already been answered": "这条消息已有回复",
  "There is nothing to stop.": "没有可以停止的内容。",
  "The message can no longer be edited": "消息已不能再修改",
  "Only the latest message of a conversation can be edited. This API cannot edit messages yet, so this problem does not occur.":
    "只能修改对话中最新的一条消息。本接口目前不能修改消息，所以不会出现这个错误。",
  "The conversation was deleted": "对话已被删除",
  "The message was deleted with its conversation, before or during its answer.":
    "这条消息在回答之前或回答过程中，随对话一起被删除了。",
  "Invalid query parameters": "地址中的参数有误",
  "`errors` names each invalid query parameter and what is wrong with it.":
    "`errors` 指出地址中每个有误的参数，并说明原因。",
  "The body is too large": "正文过大",
  "The body exceeds 256 KiB or 10,000 values. Nothing was stored.":
    "正文超过 256 KiB，或包含超过 10,000 个值。没有保存任何内容。",
  "The Content-Type is not JSON": "Content-Type 不是 JSON",
  "`Content-Type` is not `application/json`.":
    "请求头 `Content-Type` 不是 `application/json`。",
  "Invalid fields in the body": "正文中有错误的字段",
  "`errors` points to each invalid field and says what is wrong with it. Nothing was stored.":
    "`errors` 用 JSON 指针指出每个有误的字段，并说明原因。没有保存任何内容。",
  "Message rate limit exceeded": "一分钟内的消息过多",
  "One `user` sent more than `USER_MESSAGES_PER_MINUTE` messages. Nothing was stored: resend the message after `Retry-After`.":
    "同一个 `user` 发送的消息超过了 `USER_MESSAGES_PER_MINUTE`。消息没有保存：请在 `Retry-After` 之后重发。",
  "Too many messages waiting in this conversation": "对话中等待的消息过多",
  "50 messages are already waiting for an answer. Nothing was stored: resend the message after `Retry-After`.":
    "已有 50 条消息在等待回答。消息没有保存：请在 `Retry-After` 之后重发。",
  "Internal error": "服务器出错",
  "Too many concurrent requests": "并发请求过多",
  "Other requests got in the way, usually in the same conversation. Retry after `Retry-After`; resend a message with the same id, so that it is answered once.":
    "其他请求正在同时进行，多半在同一个对话中。请在 `Retry-After` 之后重发，消息请用同一个 id：只会回答一次。",
  "The message may or may not have been stored. Resend it with the same id: it is answered once.":
    "不确定消息是否已保存。请用同一个 id 重发：消息只会回答一次。",
  "The message could not be answered": "消息无法回答",
  "The message is stored, but all attempts to answer it failed. `detail` is the notice for the user.":
    "消息已保存，但所有回答的尝试都失败了。`detail` 是给用户看的说明。",
  "The language model cannot be reached": "无法连接语言模型",
  "The message is stored, but the model was unreachable or overloaded in all attempts to answer it. `detail` is the notice for the user.":
    "消息已保存，但每次尝试时模型都不可用或过载。`detail` 是给用户看的说明。",
  "The language model's provider rejected the key": "模型服务商不接受密钥",
  "The message is stored, but cannot be answered until the operator corrects `OPENAI_API_KEY`. `detail` is the notice for the user.":
    "消息已保存，但要等管理员改正 `OPENAI_API_KEY` 才能回答。`detail` 是给用户看的说明。",
  "The account with the language model's provider has no credit left":
    "模型服务商的账户余额已用完",
  "The message is stored, but cannot be answered until the operator adds credit. `detail` is the notice for the user.":
    "消息已保存，但要等管理员充值才能回答。`detail` 是给用户看的说明。",
  "The provider does not have the configured language model":
    "服务商没有所配置的模型",
  "The message is stored, but cannot be answered until the operator corrects `OPENAI_MODEL` or `OPENAI_BASE_URL`. `detail` is the notice for the user.":
    "消息已保存，但要等管理员改正 `OPENAI_MODEL` 或 `OPENAI_BASE_URL` 才能回答。`detail` 是给用户看的说明。",
  "The event stream broke off": "事件流中断",
  "Sent as an event only. It does not affect the answer: reconnect to the stream.":
    "只作为事件出现，与回答本身无关：请重新请求事件。",
  "Parley is not set up": "Parley 尚未配置好",
  "The deployment has invalid variables; `errors` names them for the operator.":
    "部署的变量有误，`errors` 中列出了它们。请运营者处理。",
  "The JSON body is ambiguous": "正文有歧义",
  "An object in the body has a duplicate name, or the name `__proto__`; `errors` points to it.":
    "正文中的某个对象有重复的名称，或名称为 `__proto__`；`errors` 指出了位置。",
  "The JSON body is nested too deeply": "正文嵌套过深",
  "Arrays and objects may nest at most 32 levels deep.":
    "数组和对象最多嵌套 32 层。",
  "Invalid Idempotency-Key": "Idempotency-Key 无效",
  "It must be 1 to 128 printable ASCII characters, with or without double quotes.":
    "必须是 1 到 128 个可打印的 ASCII 字符，可带双引号。",
  "The key or signature is missing or invalid; `detail` says which. Nothing was stored.":
    "缺少密钥或签名，或者有误；detail 说明了具体原因。没有保存任何内容。",
  "The body took too long": "正文传输过慢",
  "The body did not arrive completely within 10 seconds. Nothing was stored.":
    "10 秒后正文仍未传完。没有保存任何内容。",
  "Unsupported charset": "不支持的字符集",
  "`Content-Type` names a charset other than UTF-8.":
    "`Content-Type` 指定了 UTF-8 以外的字符集。",
  "Compressed bodies are not supported": "不支持压缩的正文",
  "The request has a `Content-Encoding` header. Send the body uncompressed.":
    "请求带有 `Content-Encoding` 头。请发送未压缩的正文。",
  "The id belongs to another message": "另一条消息使用了此 id",
  "An earlier message with this id was different: `errors` names the differences. Nothing was stored.":
    "之前有一条使用此 id 的消息，且内容不同：`errors` 列出了不同之处。没有保存任何内容。",
  "Unknown query parameter": "未知的查询参数",
  "The operation does not know this query parameter.":
    "此操作没有这个查询参数。",
  "Method not allowed": "此处不支持该方法",
  "The path does not support this method; the `Allow` header lists those it does.":
    "地址存在，但不支持这个方法；响应头 `Allow` 列出了支持的方法。",
  "Rate limit exceeded": "一分钟内的请求过多",
  "You made more than `WEBHOOK_REQUESTS_PER_MINUTE` requests. Nothing was done: retry after `Retry-After`.":
    "你的请求超过了 `WEBHOOK_REQUESTS_PER_MINUTE`。请求没有执行：请在 `Retry-After` 之后重发。",
  "Too many concurrent streams": "同时打开的事件流过多",
  "You already have `WEBHOOK_STREAMS_PER_CALLER` open streams. Nothing was done: retry when one of them ends, or without `Accept: text/event-stream`.":
    "你同时打开的事件流已达到 `WEBHOOK_STREAMS_PER_CALLER`。请求没有执行：请等其中一个结束后重发，或不带 `Accept: text/event-stream` 发送。",
  "Too many failed authentication attempts": "你的地址发来的错误密钥过多",
  "Your IP address sent more than `WRONG_KEYS_PER_MINUTE` invalid keys or signatures. Until `Retry-After`, keys that it has not used before are rejected.":
    "你的网络地址发来的错误密钥或签名超过了 `WRONG_KEYS_PER_MINUTE`。在 `Retry-After` 之前，此前未使用过的密钥一律拒绝。",
};
