export const FIELDS: Readonly<Record<string, string>> = {
  "`wait=60`: wait up to 60 seconds for the answer, 120 at most. `respond-async`: do not wait (RFC 7240).":
    "`wait=60`：等待回答的秒数，最多 120。`respond-async`：不等待（RFC 7240）。",
  "The message's id, percent-encoded.": "消息的 id，须经百分号编码。",
  "Your name for the conversation, percent-encoded.":
    "你为对话取的名称，须经百分号编码。",
  "The language; by default, what `Accept-Language` prefers.":
    "页面语言；不指定时按 `Accept-Language` 选择。",
  "The URL of the message.": "查询这条消息的地址。",
  "Seconds to wait before you retry.": "重试前需等待的秒数。",
  "The version; send it back as `If-None-Match`.":
    "版本；下次请求时放在 `If-None-Match` 中。",
  "A message to answer.": "待回答的消息。",
  "Your name for the conversation. Callers do not share conversations: the same name used by another caller is another conversation.":
    "你为对话取的名称。不同密钥之间不共享对话：同一个名称在另一个密钥下是另一个对话。",
  "The message text.": "消息文本。",
  "Your id for the message. Sending the same id again returns the same reply, without answering twice. Without it, an id is generated.":
    "你为消息指定的 id。同一个 id 不会再次回答：你得到同一个回复。不指定时自动生成。",
  "The author; budgets and message rates are counted per user. Without it, the caller counts as one user.":
    "消息的作者；预算和发送频率按用户计算。不指定时，整个密钥算作一个用户。",
  "Your own labels, returned with the reply and shown to nobody else: at most 16, with names of up to 64 and values of up to 512 characters.":
    "你自己的标签，随回复一起返回，不会给别人看：最多 16 个，名称不超过 64 个字符，文本不超过 512 个字符。",
  "Where to POST the reply when it is ready, signed according to Standard Webhooks: an https URL whose host the operator lists for you (`WEBHOOK_CALLBACK_HOSTS`). The request then returns 202 without waiting for the reply.":
    "有回复后用 POST 发送到的地址，按 Standard Webhooks 签名：必须是 https 网址，主机由运营者为你列出（`WEBHOOK_CALLBACK_HOSTS`）。请求随即得到 202，不等待回复。",
  "The number of the attempt, from 1.": "第几次尝试，从 1 开始。",
  "When it started, in UTC.": "开始的时间（UTC）。",
  "The duration; null while it is running, or if it was interrupted on our side.":
    "用时；正在进行、或在我们这边中断时为 null。",
  "Your server's status. 2xx means delivered, 410 stops all attempts; redirects are not followed.":
    "你的服务器的应答。2xx 表示已收下，410 停止所有尝试；不跟随重定向。",
  "Why there was no response, or why nothing was sent.":
    "没有应答或没有发送的原因。",
  "One delivery attempt.": "一次发送回调的尝试。",
  "The URL it is sent to.": "发送到的地址。",
  "`pending`: the message has no reply yet, or another attempt is scheduled. `failed`: all attempts failed. `stopped`: your server answered 410.":
    "`pending`：消息还没有回复，或者还会再次尝试。`failed`：所有尝试都失败了。`stopped`：你的服务器应答了 410。",
  "In UTC; null if none is scheduled.": "UTC 时间；没有安排时为 null。",
  "The latest 20 attempts, oldest first.": "最近的 20 次尝试，从最早的开始。",
  "The deliveries of a message's callback.": "消息回调的结果。",
  "A message with everything it has produced so far.":
    "一条消息，以及到目前为止的全部结果。",
  "The message's id: yours, or a generated one if you gave none.":
    "消息的 id：你指定的，或者自动生成的。",
  "The conversation, as you named it.": "对话，即你取的名称。",
  "`accepted` → `thinking` → `answered` → `delivered`; or `failed`: then the reply is a notice for the user.":
    "`accepted` → `thinking` → `answered` → `delivered`，或者 `failed`：此时回复是给用户看的说明。",
  "`null` until there is one.": "尚无回复时为 `null`。",
  "Markdown.": "Markdown 格式。",
  "The agent's completed steps so far, in order.":
    "智能体已完成的步骤，按顺序排列。",
  "The pages that the answer's tool results come from, without duplicates, at most 20. Empty for a notice, and until there is an answer.":
    "回答的来源：工具取得结果的网页，每个只列一次，最多 20 个。没有回答时，以及回复是说明时为空。",
  "The message was stopped: the reply is what had been written by then.":
    "消息被停止：回复是到那时为止的内容。",
  "Your labels, as sent with the message.": "你随消息发送的标签。",
  "A tool call and its result.": "一次工具调用及其结果。",
  "The model's reasoning in its own words; empty if it gave none.":
    "模型自己说明的原因；没有说明时为空。",
  "The tool's name.": "工具的名称。",
  "The tool's input: a string or an object.": "给工具的输入：文本或对象。",
  "The tool's output.": "工具的输出。",
  "Tokens of the model call that chose the step; 0 if an earlier step was chosen in the same call.":
    "选择这一步的模型调用的 token；如果与前面的步骤在同一次调用里选出，则为 0。",
  "Milliseconds of that call; absent if it is an earlier step's.":
    "那次调用的毫秒数；如果那次调用属于前面的步骤，则没有这个字段。",
  "Milliseconds that the tool ran; absent if none did.":
    "工具运行的毫秒数；没有运行工具时没有这个字段。",
  "A page that the answer is based on.": "回答所依据的网页。",
  "Text from outside: escape it before you display it.":
    "来自外部的文本：显示之前请转义。",
  "http or https.": "http 或 https。",
  "Model usage of the answer. It may still grow after the reply, when a long conversation is summarised.":
    "回答消耗的模型用量。回复之后还可能增加，因为过长的对话会在那时生成摘要。",
  "Input tokens.": "模型读取的 token 数。",
  "Input tokens served from the provider's prompt cache.":
    "其中命中提供商提示缓存的部分。",
  "Output tokens.": "模型写出的 token 数。",
  "The number of model calls.": "调用模型的次数。",
  "Set if the request waited: `earlier-messages` of the conversation are answered first, the `answer` is being written, or the `model` could not be reached and is asked again.":
    "请求等待过时才有：先回答对话中更早的消息（`earlier-messages`），正在写回答（`answer`），或者连不上模型、稍后重试（`model`）。",
  "Set if some counts are estimates; absent if the provider counted everything.":
    "部分数字是估算的；全部由提供商统计时没有这个字段。",
  "A message that has been stored and will be answered.":
    "已保存、将会回答的消息。",
  "Where to fetch the reply; also in the `Location` header.":
    "查询回复的地址；与响应头 `Location` 相同。",
  "A message in a conversation's history.": "对话历史中的一条消息。",
  "The id of the user's message; its answer has the same id.":
    "用户消息的 id；对它的回答使用同一个 id。",
  "The speaker.": "说话的一方。",
  "The original text; answers are Markdown.": "原文；回答是 Markdown 格式。",
  "The time, in UTC.": "时间（UTC）。",
  "The result of deleting a conversation.": "对话中删除的内容。",
  "The numbers of deleted items.": "各项删除的数量。",
  "Messages in the history, including answers.": "历史消息数，包括回答。",
  "Your messages and their results, including failed and waiting ones.":
    "你的消息数，连同其全部结果，包括失败的和等待中的。",
  "The parts that are set up.": "配置了哪些部分。",
  "Of Parley.": "Parley 的版本。",
  "The language model.": "语言模型。",
  "The tools that the agent can use.": "智能体可以使用的工具。",
  "Whether each channel is on; `webhook` is this API, `web` the chat page.":
    "各渠道是否开启；`webhook` 是本接口，`web` 是聊天网页。",
  "Why a request was rejected (RFC 9457).": "请求被拒绝的原因（RFC 9457）。",
  "The problem type. Stable: programs can rely on it.":
    "错误的种类。稳定不变：程序可以据此判断。",
  "A short, human-readable summary.": "给人看的简短概述。",
  "The HTTP status.": "HTTP 状态码。",
  "What went wrong in this case, and how to fix it.":
    "这一次的具体原因，以及解决办法。",
  "The invalid fields.": "需要改正的字段。",
  "A JSON Pointer (RFC 6901) into the request body.":
    "指向请求正文的 JSON 指针（RFC 6901）。",
  "What is wrong with it.": "错误原因。",
  "A completed step.": "一个已完成的步骤。",
  "The step's index in the message, from 0. Each step is sent once.":
    "消息的第几个步骤，从 0 开始。每个步骤只出现一次。",
  "Text of the answer as it is written.": "正在写出的回答文本。",
  "Where the text begins in the answer, in UTF-16 code units. If this is before the end of what you have, the answer restarts from there.":
    "文本在回答中的起始位置（以 UTF-16 单元计）。如果早于你已有内容的末尾：回答从该处重新开始。",
  "The model could not be reached.": "无法连接模型。",
  "When the model is retried.": "多少秒之后再次请求模型。",
  "The turn failed, its conversation was deleted, or the stream broke off.":
    "回答失败、对话被删除，或事件流中断。",
  "The message's id; present if its turn failed.":
    "消息的 id；回答失败时才有。",
  "Page size: 1 to 100.": "每页最多多少个：1 到 100。",
  "Only conversations whose names sort after this: `next` of the previous page.":
    "只列出名称排在它之后的对话：即上一页的 `next`。",
  "Only conversations whose names start with this.":
    "只列出名称以它开头的对话。",
  "Only messages before this sequence: `previous` of the last page you got.":
    "只导出序号在它之前的消息：即上一页的 `previous`。",
  "`jsonl`: the whole conversation, one JSON object per line, regardless of its length; the same as `Accept: application/jsonl`. `limit` and `before` are then ignored.":
    "`jsonl`：导出整个对话，每行一个 JSON 对象，不限长度；`Accept: application/jsonl` 效果相同。此时 `limit` 和 `before` 不起作用。",
  "Instructions for the bot in this conversation, in addition to its own; at most 8,000 characters. `null` removes them.":
    "在这个对话中给机器人的指令，排在它自己的指令之后；最多 8,000 个字符。`null` 表示删除。",
  "Your own labels for the conversation, shown to nobody else: at most 16 in total. New labels are merged with the existing ones; a `null` value removes a label, and `null` instead of the object removes all.":
    "你自己给对话的标签，不会给别人看：总共最多 16 个。发送的标签会合并到已有的标签中；值为 `null` 时删除该标签，整个对象为 `null` 时删除全部。",
  "Changes to a conversation's settings.": "要修改的对话设置。",
  "Some of your conversations.": "你的部分对话。",
  "Sorted by name, in code point order.": "按名称的码点排序。",
  "If there are more, pass this as `after` to get the next page. `null` on the last page.":
    "还有更多：把它作为 `after` 来取下一页。最后一页为 `null`。",
  "A conversation's history and settings.": "对话的记忆和设置。",
  "Instructions for the bot in this conversation; `null` if none are set.":
    "在这个对话中给机器人的指令；没有设置时为 `null`。",
  "Your labels for the conversation.": "你给对话的标签。",
  "The history, oldest first: its latest messages, or the latest before `before`.":
    "历史消息，从最早的开始：其中最新的一部分，或 `before` 之前最新的一部分。",
  "If there are older messages, pass this as `before`. `null` if there are none.":
    "还有更早的消息：把它作为 `before` 来取。已是最早的消息时为 `null`。",
  "Messages without an answer yet, and messages that failed since the last answer, in order.":
    "尚未回答的消息，以及上一次回答之后失败的消息，按顺序排列。",
  "Increases with each message of the conversation.": "在对话中逐条递增。",
  "The author of the turn's message, if you named one.":
    "这一轮消息的作者（如果你指定了）。",
  "The metadata of the turn's message.": "这一轮消息的元数据。",
  "A message that is not in the history.": "不在历史中的消息。",
  "The message's id.": "消息的 id。",
  "The original text.": "原文。",
  "`accepted`: waiting for its turn; `thinking`: being answered; `failed`: there will be no answer.":
    "`accepted`：等待处理；`thinking`：正在处理；`failed`：不会有回答。",
  "When it was accepted, in UTC.": "接收时间，UTC。",
  "The failure notice that the sender received.": "失败时告知发送者的说明。",
  "The first line is the conversation with its settings; its messages follow, oldest first, then its open messages.":
    "第一行是对话及其设置；然后是消息，从最早的开始；最后是尚未完成的消息。",
  "The settings of a conversation.": "你为对话设置的内容。",
  "How many of them had no answer yet; they were cancelled.":
    "其中尚无回答的消息数。它们已被结束。",
  "How many of them had failed.": "其中失败的消息数。",
  "Whether instructions or metadata were set.": "是否设置过指令或元数据。",
  "The message's id if the body has none: 1 to 128 printable ASCII characters, with or without double quotes.":
    "正文中没有 id 时，作为消息的 id：1 到 128 个可打印的 ASCII 字符，可带双引号。",
  "The id of the last event you received: the stream resumes after it. With `Accept: text/event-stream`.":
    "你收到的最后一个事件的 id：返回它之后的事件。用于 `Accept: text/event-stream`。",
  "The preferences that were applied.": "`Prefer` 中被采纳的部分。",
  "How the message ended.": "消息的结果。",
  "When it ended, in UTC.": "结束的时间（UTC）。",
  "The request body sent to a message's `callback_url`.":
    "发送到消息的 `callback_url` 的内容。",
  "Your caller name; your secret signs this request. A receiver for several callers picks the secret by its own URL, then compares this name.":
    "你作为调用方的名称，签名用的就是该调用方的密钥。为多个调用方服务的接收端应根据自己的地址选取密钥，再核对这个名称。",
  "The URL that this was sent to, as accepted. Compare it with your own: ignore what was sent to another receiver.":
    "发送到的地址，与接受消息时记录的一致。请与你自己的地址核对：发给其他接收端的内容与你无关。",
  "The chatbot's HTTP API.": "通过 HTTP 与聊天机器人收发消息。",
  "This deployment.": "本部署。",
  "An answer with one step": "包含一个步骤的回答",
  "The language of its texts; English by default.":
    "文本的语言；不指定时为英文。",
  "OpenAPI 3.1": "OpenAPI 3.1",
  "How to authenticate.": "如何进行身份验证。",
  "Requests allowed per minute.": "每分钟可以发送的请求数。",
  "Requests left.": "其中剩余的请求数。",
  "Seconds until the limit is fully restored.": "距离全部恢复的秒数。",
  "The limit and its window in seconds.": "限额，及其时间窗口（秒）。",
  "An API key of `WEBHOOK_API_KEYS`. Under `npm run dev`, `npm run --silent key` prints one.":
    "`WEBHOOK_API_KEYS` 中的 API 密钥。在 `npm run dev` 下，`npm run --silent key` 会输出一个。",
  "Standard Webhooks: 1 to 128 characters without spaces or periods. Used as the message's id if the body has none.":
    "Standard Webhooks：1 到 128 个字符，不含空格和句点。正文中没有 id 时，作为消息的 id。",
  "Standard Webhooks: seconds since the Unix epoch, at most 5 minutes off.":
    "Standard Webhooks：自 1970 年起的秒数，误差不超过 5 分钟。",
  "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`, with your secret. Messages are signed with a secret of `WEBHOOK_SIGNING_SECRET`, callbacks with another one that the operator gives you.":
    "Standard Webhooks：`v1,` 加上 `<id>.<timestamp>.<body>` 的 HMAC-SHA256 的 base64，使用你的签名密钥。消息用 `WEBHOOK_SIGNING_SECRET` 中的密钥签名，回调用另一个密钥，由运营者提供给你。",
};
