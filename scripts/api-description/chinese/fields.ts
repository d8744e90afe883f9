export const FIELDS: Readonly<Record<string, string>> = {
  "`wait=60`: wait for the answer that many seconds, 120 at most. `respond-async`: do not wait (RFC 7240).":
    "`wait=60`：等待回答的秒数，最多 120。`respond-async`：不等待（RFC 7240）。",
  "The message's id, encoded for an address.": "消息的 id，按地址规则编码。",
  "Your name for the conversation, encoded for an address.":
    "您为会话取的名称，按地址规则编码。",
  "Its language; else as `Accept-Language` prefers.":
    "页面语言；不指定时按 `Accept-Language` 选择。",
  "Where the message can be asked for.": "查询这条消息的地址。",
  "Ask again after that many seconds.": "请在这么多秒之后再试。",
  "The version; send it back as `If-None-Match`.":
    "版本；下次请求时放在 `If-None-Match` 中。",
  "A message to be answered.": "待回答的消息。",
  "Your name for the conversation. Keys do not share conversations: the same name under another key is another one.":
    "您为会话取的名称。不同密钥之间不共享会话：同一个名称在另一个密钥下是另一个会话。",
  "What the person says.": "用户说的话。",
  "Your id for the message. The same id again is not answered again: you get the same reply. Without it the message gets an id of ours.":
    "您为消息指定的 id。同一个 id 不会再次回答：您得到同一个回复。不指定时由我们分配。",
  "Who wrote it; budgets and rates of messages are counted per user. Without it, the key is one user.":
    "消息的作者；预算和发送频率按用户计算。不指定时，整个密钥算作一个用户。",
  "Labels of your own, given back with the reply and shown to nobody else: at most 16, with names of up to 64 and texts of up to 512 characters.":
    "您自己的标签，随回复一起返回，不会给别人看：最多 16 个，名称不超过 64 个字符，文本不超过 512 个字符。",
  "Where to POST the reply once there is one, signed as Standard Webhooks has it: https on port 443, or what the operator allows. Unless the operator has listed the host for you, the endpoint is asked first whether it wants your callbacks. The request is then answered with 202 without waiting for the reply.":
    "有回复后用 POST 发送到的地址，按 Standard Webhooks 签名：使用 https 和 443 端口，或运营者允许的地址。除非运营者已为您列出该主机，否则会先询问这个端点是否愿意接收您的回调。之后请求得到 202，不等待回复。",
  "Which attempt it is, from 1.": "第几次尝试，从 1 开始。",
  "When it began, in UTC.": "开始的时间（UTC）。",
  "How long it took; null while it runs, and where it was broken off on our side.":
    "用时；正在进行、或在我们这边中断时为 null。",
  "What your server answered. 2xx took it, 410 stops all attempts; redirects are not followed.":
    "您的服务器的应答。2xx 表示已收下，410 停止所有尝试；不跟随重定向。",
  "Why there was no answer, or nothing was sent.": "没有应答或没有发送的原因。",
  "One attempt to send a callback.": "一次发送回调的尝试。",
  "Where it is sent.": "发送到的地址。",
  "`pending`: the message has no reply yet, or another attempt comes. `failed`: all attempts were in vain. `stopped`: your server has answered 410.":
    "`pending`：消息还没有回复，或者还会再次尝试。`failed`：所有尝试都失败了。`stopped`：您的服务器应答了 410。",
  "In UTC; null where none is planned.": "UTC 时间；没有安排时为 null。",
  "The newest 20 attempts, oldest first.": "最近的 20 次尝试，从最早的开始。",
  "What came of a message's callback.": "消息回调的结果。",
  "A message and all that has come of it so far.":
    "一条消息，以及到目前为止的全部结果。",
  "The message's id: yours, or ours where you gave none.":
    "消息的 id：您指定的，或者由我们分配的。",
  "The conversation, as you named it.": "会话，即您取的名称。",
  "`accepted` → `thinking` → `answered` → `delivered`, or `failed`: then the reply is a notice for the person who waits.":
    "`accepted` → `thinking` → `answered` → `delivered`，或者 `failed`：此时回复是给等待者看的说明。",
  "`null` while there is none.": "尚无回复时为 `null`。",
  "Markdown.": "Markdown 格式。",
  "What the agent did so far, in order; finished steps only.":
    "智能体已完成的步骤，按顺序排列。",
  "Of the answer: the pages that its tools took their results from, each once, at most 20. Empty while there is no answer, and for a notice.":
    "回答的来源：工具取得结果的网页，每个只列一次，最多 20 个。没有回答时，以及回复是说明时为空。",
  "The message was stopped: the reply is what there was of it by then.":
    "消息被停止：回复是到那时为止的内容。",
  "Your labels, as they came with the message.": "您随消息发送的标签。",
  "A call of a tool, and what came of it.": "一次工具调用及其结果。",
  "Why, in the model's own words; empty where it gave no reason.":
    "模型自己说明的原因；没有说明时为空。",
  "The tool's name.": "工具的名称。",
  "What the tool was given: a text or an object.": "给工具的输入：文本或对象。",
  "What the tool said.": "工具的输出。",
  "A page that the answer rests on.": "回答所依据的网页。",
  "Other people's words: escape them for where you show them.":
    "出自他人之手：请按展示的位置做转义。",
  "http or https.": "http 或 https。",
  "What the answer took of the model. It may still grow after the reply, when a long conversation is summarised.":
    "回答消耗的模型用量。回复之后还可能增加，因为过长的会话会在那时生成摘要。",
  "Tokens that the model read.": "模型读取的 token 数。",
  "The part of them that the provider had in its prompt cache.":
    "其中命中提供商提示缓存的部分。",
  "Tokens that the model wrote.": "模型写出的 token 数。",
  "How often the model was asked.": "调用模型的次数。",
  "Some counts are estimates; absent where the provider counted all of them.":
    "部分数字是估算的；全部由提供商统计时没有这个字段。",
  "A message that is stored and will be answered.": "已保存、将会回答的消息。",
  "Where to ask for the reply; also the header `Location`.":
    "查询回复的地址；与响应头 `Location` 相同。",
  "One message of a conversation's history.": "会话历史中的一条消息。",
  "The id of the user's message; the answer to it has the same.":
    "用户消息的 id；对它的回答使用同一个 id。",
  "Who says it.": "说话的一方。",
  "As it was written; answers are Markdown.": "原文；回答是 Markdown 格式。",
  "When it was said, in UTC.": "时间（UTC）。",
  "What was erased of a conversation.": "会话中删除的内容。",
  "How much was erased.": "删除的数量。",
  "Messages of the history, answers included.": "历史消息数，包括回答。",
  "Messages of yours with all that came of them, also those that failed or waited.":
    "您的消息数，连同其全部结果，包括失败的和等待中的。",
  "Which parts are set up.": "配置了哪些部分。",
  "Of Parley.": "Parley 的版本。",
  "The language model.": "语言模型。",
  "What the agent may use.": "智能体可以使用的工具。",
  "Which are on.": "哪些渠道已开启。",
  "Chats in Telegram.": "Telegram 聊天。",
  "This API.": "本接口。",
  "The chat page.": "聊天网页。",
  "Why a request was turned away (RFC 9457).": "请求被拒绝的原因（RFC 9457）。",
  "What kind of problem it is. Stable: programs may decide by it.":
    "错误的种类。稳定不变：程序可以据此判断。",
  "The same in a few words for people.": "同样的内容，给人看的简短说法。",
  "The HTTP status.": "HTTP 状态码。",
  "What is wrong this time, and what to do.": "这一次哪里有误，该怎么办。",
  "The wrong fields.": "需要改正的字段。",
  "A JSON pointer (RFC 6901) into the request's body.":
    "指向请求正文的 JSON 指针（RFC 6901）。",
  "What is wrong with it.": "错在哪里。",
  "A finished step.": "一个已完成的步骤。",
  "Which step of the message it is, from 0. Each comes once.":
    "消息的第几个步骤，从 0 开始。每个步骤只出现一次。",
  "Text of the answer while it is written.": "正在写出的回答文本。",
  "Where the text begins in the answer, in UTF-16 units. A place before the end of what you have: the answer starts over from there.":
    "文本在回答中的起始位置（以 UTF-16 单元计）。如果早于您已有内容的末尾：回答从该处重新开始。",
  "The model could not be reached.": "无法连接模型。",
  "The model is asked again after that time.": "在这段时间之后再次询问模型。",
  "The turn failed, was forgotten, or its events broke off.":
    "回答失败、会话被删除，或事件流中断。",
  "The message's id; there where its turn has failed.":
    "消息的 id；回答失败时才有。",
  "How many there are on a page at most: 1 to 100.":
    "每页最多多少个：1 到 100。",
  "Only conversations whose names come after it: `next` of the page before.":
    "只列出名称排在它之后的会话：即上一页的 `next`。",
  "Only conversations whose names begin with it.": "只列出名称以它开头的会话。",
  "Only messages before the one with that sequence: `previous` of the page before.":
    "只导出序号在它之前的消息：即上一页的 `previous`。",
  "`jsonl`: the whole conversation, one JSON object a line, whatever its length; so does `Accept: application/jsonl`. `limit` and `before` do not count then.":
    "`jsonl`：导出整个会话，每行一个 JSON 对象，不限长度；`Accept: application/jsonl` 效果相同。此时 `limit` 和 `before` 不起作用。",
  "What the bot is told to do in this conversation, in addition to its own instructions; at most 8,000 characters. `null` removes them.":
    "在这个会话中给机器人的指令，排在它自己的指令之后；最多 8,000 个字符。`null` 表示删除。",
  "Labels of your own for the conversation, shown to nobody else: at most 16 in all. Those that you send are merged into those there are; `null` removes one, and instead of the object all.":
    "您自己给会话的标签，不会给别人看：总共最多 16 个。发送的标签会合并到已有的标签中；值为 `null` 时删除该标签，整个对象为 `null` 时删除全部。",
  "The changes to a conversation's settings.": "要修改的会话设置。",
  "Some of your conversations.": "您的部分会话。",
  "Sorted by their names, by code points.": "按名称的码点排序。",
  "There are more: ask with `after` set to it for the next ones. `null` on the last page.":
    "还有更多：把它作为 `after` 来取下一页。最后一页为 `null`。",
  "What a conversation remembers, and what is set for it.":
    "会话的记忆和设置。",
  "What the bot is told to do in this conversation; `null` where nothing is set.":
    "在这个会话中给机器人的指令；没有设置时为 `null`。",
  "Your labels for the conversation.": "您给会话的标签。",
  "The history, oldest first: the newest ones of it, or the newest before `before`.":
    "历史消息，从最早的开始：其中最新的一部分，或 `before` 之前最新的一部分。",
  "There are older messages: ask with `before` set to it. `null` where these are the first ones.":
    "还有更早的消息：把它作为 `before` 来取。已是最早的消息时为 `null`。",
  "What has no answer yet, and what failed since the last answer; in order.":
    "尚未回答的消息，以及上一次回答之后失败的消息，按顺序排列。",
  "Grows from message to message of the conversation.": "在会话中逐条递增。",
  "Who wrote the message of the turn, where you said so.":
    "这一轮消息的作者（如果您指定了）。",
  "That of the turn's message.": "这一轮消息的元数据。",
  "A message that is not part of the history.": "不在历史中的消息。",
  "The message's id.": "消息的 id。",
  "As it was written.": "原文。",
  "`accepted`: it waits for its turn; `thinking`: it is worked on; `failed`: there will be no answer.":
    "`accepted`：等待处理；`thinking`：正在处理；`failed`：不会有回答。",
  "When it was accepted, in UTC.": "接收时间，UTC。",
  "What its sender was told, of one that failed.": "失败时告知发送者的说明。",
  "The first line is the conversation with its settings; then come its messages, oldest first, then those that are open.":
    "第一行是会话及其设置；然后是消息，从最早的开始；最后是尚未完成的消息。",
  "What you have set for a conversation.": "您为会话设置的内容。",
  "Those of them that had no answer yet. They were ended.":
    "其中尚无回答的消息数。它们已被结束。",
  "Those of them that had failed.": "其中失败的消息数。",
  "Whether instructions or metadata were set for it.":
    "是否设置过指令或元数据。",
  "The message's id where the body has none: 1 to 128 printable ASCII characters, in double quotes or without.":
    "正文中没有 id 时，作为消息的 id：1 到 128 个可打印的 ASCII 字符，可带双引号。",
  "The id of the last event that you have: you get those after it. For `Accept: text/event-stream`.":
    "您收到的最后一个事件的 id：返回它之后的事件。用于 `Accept: text/event-stream`。",
  "What of `Prefer` was applied.": "`Prefer` 中被采纳的部分。",
  "How the message has ended.": "消息的结果。",
  "When it ended, in UTC.": "结束的时间（UTC）。",
  "What is sent to a message's `callback_url`.":
    "发送到消息的 `callback_url` 的内容。",
  "Your name as a caller, with whose secret this is signed. A receiver for several callers looks up the secret by its own address, and then compares this name.":
    "您作为调用方的名称，签名用的就是该调用方的密钥。为多个调用方服务的接收端应根据自己的地址选取密钥，再核对这个名称。",
  "The address that this was sent to, as it was accepted. Compare it with your own: what was sent to another receiver is not for you.":
    "发送到的地址，与接受消息时记录的一致。请与您自己的地址核对：发给其他接收端的内容与您无关。",
  "Asks whether you want the callbacks of this caller.":
    "询问您是否愿意接收这个调用方的回调。",
  "When it was asked, in UTC.": "询问的时间（UTC）。",
  "What to send back.": "需要送回的内容。",
  "A random text, to be sent back as it is.": "一段随机文本，请原样送回。",
  "What is sent to a `callback_url` before its first callback.":
    "第一次回调之前发送到 `callback_url` 的内容。",
  "The challenge, and nothing else. At most 1,000 characters.":
    "只包含 challenge，没有其他内容。最多 1,000 个字符。",
  "Messages to the chatbot by HTTP.": "通过 HTTP 与聊天机器人收发消息。",
  "This deployment.": "本部署。",
  "An answer with one step": "包含一个步骤的回答",
  "The language of its texts; English without it.":
    "文本的语言；不指定时为英文。",
  "OpenAPI 3.1": "OpenAPI 3.1",
  "How to show who you are.": "如何证明身份。",
  "How many requests you may make in a minute.": "每分钟可以发送的请求数。",
  "How many of them are left.": "其中剩余的请求数。",
  "Seconds until there are all of them again.": "距离全部恢复的秒数。",
  "The limit, and its window in seconds.": "限额，及其时间窗口（秒）。",
  "An API key of `WEBHOOK_API_KEYS`. Under `npm run dev`, `npm run --silent key` prints one.":
    "`WEBHOOK_API_KEYS` 中的 API 密钥。在 `npm run dev` 下，`npm run --silent key` 会输出一个。",
  "Standard Webhooks: 1 to 128 characters, no blank and no full stop. The message's id where the body has none.":
    "Standard Webhooks：1 到 128 个字符，不含空格和句点。正文中没有 id 时，作为消息的 id。",
  "Standard Webhooks: seconds since 1970, at most 5 minutes off.":
    "Standard Webhooks：自 1970 年起的秒数，误差不超过 5 分钟。",
  "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`, with a secret of yours. Messages are signed with one of `WEBHOOK_SIGNING_SECRET`, callbacks with another one, which the operator gives you.":
    "Standard Webhooks：`v1,` 加上 `<id>.<timestamp>.<body>` 的 HMAC-SHA256 的 base64，使用您的签名密钥。消息用 `WEBHOOK_SIGNING_SECRET` 中的密钥签名，回调用另一个密钥，由运营者提供给您。",
};
