export const PROBLEMS: Readonly<Record<string, string>> = {
  "The body is not valid JSON": "正文不是有效的 JSON",
  "The body is empty or is not JSON.": "正文为空，或者不是 JSON。",
  "The body is not UTF-8": "正文不是 UTF-8",
  "The body has bytes that are not UTF-8.": "正文中有不是 UTF-8 的字节。",
  "The body broke off": "正文中断",
  "The connection ended before the whole body had come.":
    "正文尚未传完，连接就断开了。",
  "The key or signature is missing or wrong": "密钥或签名缺失，或者不正确",
  "There is no such message": "没有这条消息",
  "You have sent no message with this id, or its conversation was forgotten. Ids of other callers look the same.":
    "您没有用这个 id 发送过消息，或者它所在的会话已被删除。其他调用方的 id 也是同样的结果。",
  "This message has no callback": "这条消息没有回调",
  "It was sent without a `callback_url`.": "发送时没有指定 `callback_url`。",
  "The deliveries of this message are not known any more":
    "这条消息的投递记录已不再保留",
  "They are kept for 30 days after the last attempt.":
    "记录在最后一次尝试之后保留 30 天。",
  "The callback is sent by itself": "回调会自动发送",
  "The message has no reply yet, or another attempt is planned: there is nothing to send once more.":
    "消息还没有回复，或者已安排下一次尝试：无需再次发送。",
  "There is no such conversation": "没有这个会话",
  "You have no conversation of this name, or it was forgotten. Those of other callers look the same.":
    "您没有这个名称的会话，或者它已被删除。其他调用方的会话也是同样的结果。",
  "There is nothing at this address": "此地址无内容",
  "The address or the method is wrong, or that part is off here.":
    "地址或方法有误，或者此部署没有开启该功能。",
  "This message has its reply already": "这条消息已有回复",
  "There is nothing left to stop.": "没有可以停止的内容。",
  "This edit comes too late": "修改得太晚",
  "Only the newest message of a conversation can be changed. Messages of this API cannot be edited so far, so it does not come.":
    "只能修改会话中最新的一条消息。本接口目前不能修改消息，所以不会出现这个错误。",
  "The conversation was forgotten": "会话已被删除",
  "The message was deleted with its conversation, before or while it was answered.":
    "这条消息在回答之前或回答过程中，随会话一起被删除了。",
  "The address has wrong parameters": "地址中的参数有误",
  "`errors` names each wrong parameter of the address, and says what is wrong with it.":
    "`errors` 指出地址中每个有误的参数，并说明原因。",
  "The body is too large": "正文过大",
  "It has more than 256 KiB, or more than 10,000 values. Nothing was stored.":
    "正文超过 256 KiB，或包含超过 10,000 个值。没有保存任何内容。",
  "The body is not marked as JSON": "正文没有标明是 JSON",
  "The header `Content-Type` does not say `application/json`.":
    "请求头 `Content-Type` 不是 `application/json`。",
  "The body has wrong fields": "正文中有错误的字段",
  "`errors` names each wrong field by a JSON pointer, and says what is wrong with it. Nothing was stored.":
    "`errors` 用 JSON 指针指出每个有误的字段，并说明原因。没有保存任何内容。",
  "Too many messages in a minute": "一分钟内的消息过多",
  "One `user` sent more than `USER_MESSAGES_PER_MINUTE`. Nothing was stored: send the message again after `Retry-After`.":
    "同一个 `user` 发送的消息超过了 `USER_MESSAGES_PER_MINUTE`。消息没有保存：请在 `Retry-After` 之后重发。",
  "Too many messages wait in this conversation": "会话中等待的消息过多",
  "50 messages wait for their answers already. Nothing was stored: send the message again after `Retry-After`.":
    "已有 50 条消息在等待回答。消息没有保存：请在 `Retry-After` 之后重发。",
  "Something went wrong here": "服务器出错",
  "Too much happens here at once": "同时进行的操作过多",
  "Others are in the way, mostly of one conversation. Send it again after `Retry-After`, a message with the same id: it is answered once.":
    "其他请求正在同时进行，多半在同一个会话中。请在 `Retry-After` 之后重发，消息请用同一个 id：只会回答一次。",
  "It is not known whether the message was stored. Send it again with the same id: it is answered once.":
    "不确定消息是否已保存。请用同一个 id 重发：消息只会回答一次。",
  "The message could not be answered": "消息无法回答",
  "The message is kept, but all attempts to answer it have failed. The detail is the notice for the person who waits.":
    "消息已保存，但所有回答的尝试都失败了。detail 是给等待者看的说明。",
  "The events broke off": "事件流中断",
  "Comes as an event only. It says nothing of the answer: ask for the events again.":
    "只作为事件出现，与回答本身无关：请重新请求事件。",
  "Parley is not set up": "Parley 尚未配置好",
  "Variables of the deployment are wrong; `errors` names them. For its operator.":
    "部署的变量有误，`errors` 中列出了它们。请运营者处理。",
  "The body can be read in more than one way": "正文有歧义",
  "An object of the body has a name twice, or the name `__proto__`; `errors` points at it.":
    "正文中的某个对象有重复的名称，或名称为 `__proto__`；`errors` 指出了位置。",
  "The body is nested too deeply": "正文嵌套过深",
  "It has more than 32 lists and objects within each other.":
    "列表和对象的嵌套超过 32 层。",
  "The Idempotency-Key cannot be read": "无法读取 Idempotency-Key",
  "It must be 1 to 128 printable ASCII characters, in double quotes or without.":
    "必须是 1 到 128 个可打印的 ASCII 字符，可带双引号。",
  "The key or the signature is missing or wrong; the detail says what. Nothing was stored.":
    "缺少密钥或签名，或者有误；detail 说明了具体原因。没有保存任何内容。",
  "The body took too long": "正文传输过慢",
  "The body was not whole after 10 seconds. Nothing was stored.":
    "10 秒后正文仍未传完。没有保存任何内容。",
  "The body is not marked as UTF-8": "正文没有标明是 UTF-8",
  "`Content-Type` names another charset than UTF-8.":
    "`Content-Type` 指定了 UTF-8 以外的字符集。",
  "The body is compressed": "正文经过压缩",
  "The header `Content-Encoding` says so. Send it as it is.":
    "请求头 `Content-Encoding` 如此标明。请发送未压缩的正文。",
  "The callback's endpoint has not confirmed": "回调端点尚未确认",
  "The endpoint of `callback_url` was asked whether it wants your callbacks, and has not sent the challenge back. Nothing was stored. The detail says what came of it, and what the endpoint has to answer; nothing of its answer is shown but the status.":
    "已询问 `callback_url` 的端点是否愿意接收您的回调，但它没有送回 challenge。消息没有保存。detail 说明了询问的结果，以及端点应当如何应答；端点的应答除状态码外都不会显示。",
  "Too many new endpoints in a minute": "一分钟内的新端点过多",
  "Ten endpoints were asked for you within the minute whether they want your callbacks. Nothing was stored: send the message again after `Retry-After`.":
    "这一分钟内已为您询问了十个端点是否愿意接收回调。消息没有保存：请在 `Retry-After` 之后重发。",
  "Another message has this id": "另一条消息使用了此 id",
  "A message with this id came before, and was different: `errors` names what differs. Nothing was stored.":
    "之前有一条使用此 id 的消息，且内容不同：`errors` 列出了不同之处。没有保存任何内容。",
  "There is no such parameter": "没有这个参数",
  "The address has a parameter that this operation does not know.":
    "地址中有此操作不认识的参数。",
  "This cannot be done here": "此处不支持该方法",
  "There is such an address, but not with this method; the header `Allow` names those that there are.":
    "地址存在，但不支持这个方法；响应头 `Allow` 列出了支持的方法。",
  "Too many requests in a minute": "一分钟内的请求过多",
  "You made more than `WEBHOOK_REQUESTS_PER_MINUTE`. Nothing was done: make the request again after `Retry-After`.":
    "您的请求超过了 `WEBHOOK_REQUESTS_PER_MINUTE`。请求没有执行：请在 `Retry-After` 之后重发。",
  "Too many answers are open at once": "同时打开的回答过多",
  "You have `WEBHOOK_STREAMS_PER_CALLER` answers streamed at the same time. Nothing was done: make the request again when one of them is finished, or without `Accept: text/event-stream`.":
    "您同时打开的事件流已达到 `WEBHOOK_STREAMS_PER_CALLER`。请求没有执行：请等其中一个结束后重发，或不带 `Accept: text/event-stream` 发送。",
  "Too many wrong keys come from your address": "您的地址发来的错误密钥过多",
  "More than `WRONG_KEYS_PER_MINUTE` wrong keys or signatures came from your internet address. Keys that it has not shown before are not looked at until `Retry-After`.":
    "您的网络地址发来的错误密钥或签名超过了 `WRONG_KEYS_PER_MINUTE`。在 `Retry-After` 之前，此前没有出示过的密钥一律不予查验。",
};
