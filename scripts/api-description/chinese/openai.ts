/** What is said of the door for OpenAI's clients. */
export const OPENAI: Readonly<Record<string, string>> = {
  "For clients of OpenAI": "供 OpenAI 客户端使用",
  "The same bot, for programs that speak OpenAI's Chat Completions. Their base URL ends in `/openai/v1`.":
    "同一个机器人，供使用 OpenAI Chat Completions 接口的程序调用。它们的 base URL 以 `/openai/v1` 结尾。",
  "Complete a chat": "补全对话",
  "For clients of OpenAI's Chat Completions. Where the request names a conversation, the last message is answered with its memory; otherwise the messages stand for themselves, and nothing of them stays. Problems have OpenAI's `error` beside their own fields, and wrong fields are 400.":
    "供 OpenAI Chat Completions 的客户端使用。请求指定了会话时，结合会话的记忆回答最后一条消息；否则只看请求中的消息，事后不保留任何内容。错误除自身字段外还带有 OpenAI 的 `error`，字段有误时状态为 400。",
  "Your name for the conversation, percent-encoded where it is not ASCII; else `metadata.conversation`, else `user`.":
    "您为会话取的名称，非 ASCII 字符须百分号编码；没有时取 `metadata.conversation`，再没有时取 `user`。",
  "The answer; with `stream` its chunks as server-sent events, `data: [DONE]` last.":
    "回答；带 `stream` 时是服务器推送的片段，最后是 `data: [DONE]`。",
  "List the models": "列出模型",
  "There is one: Parley.": "只有一个：Parley。",
  "The models.": "模型。",
  "List them": "列出",
  "Look at a model": "查看模型",
  "The model.": "模型。",
  "Look at it": "查看",
  "`parley`": "`parley`",
  "As OpenAI's Chat Completions have it.":
    "与 OpenAI 的 Chat Completions 相同。",
  "Any name; `parley` answers.": "任意名称；由 `parley` 回答。",
  "The last one is answered; it is the user's. Those of the system and the developer are instructions for this answer.":
    "回答最后一条，它必须来自用户。system 和 developer 消息是本次回答的指示。",
  "Content is a text, or a list of parts of type `text`. Messages of tools are left out: Parley has its own.":
    "content 是文本，或 `text` 类型的片段列表。工具消息会被忽略：Parley 使用自己的工具。",
  "Who writes. Names the conversation, too, where nothing else does.":
    "消息的作者。没有其他名称时也用作会话名称。",
  "Labels of your own, at most 16. `conversation` names the conversation.":
    "您自己的标签，最多 16 个。`conversation` 指定会话。",
  "Whether the answer comes as it is written.": "是否边写边收。",
  "`include_usage`: the usage comes last.": "`include_usage`：最后给出用量。",
  "1.": "只能为 1。",
  "The answer.": "回答。",
  "The message's id.": "消息的 id。",
  "When the message was accepted: seconds since the epoch.":
    "消息被接受的时间：Unix 秒数。",
  "Tokens of all model calls for the answer.":
    "这次回答中所有模型调用的 token 数。",
  "A page that the answer rests on, and where the content names it (UTF-16 units).":
    "回答所依据的网页，以及它在内容中的位置（UTF-16 单位）。",
  "What answered.": "回答者。",
  "What kind of object it is.": "对象的类型。",
  "Both together.": "两者之和。",
  "What kind of annotation it is.": "注释的类型。",
  "The page, and its place in the content.": "网页，以及它在内容中的位置。",
  "One: the answer in Markdown, followed by its sources.":
    "只有一个：Markdown 格式的回答，后面附来源。",
  "Its name.": "名称。",
  "Always 0.": "总是 0。",
  "Whose it is.": "所有者。",
  "What answers.": "回答者。",
  "One: Parley.": "只有一个：Parley。",
  "The header X-Conversation-Id is wrong": "请求头 X-Conversation-Id 有误",
  "It is no name of a conversation.": "它不能作为会话名称。",
  "There is no such model": "没有这个模型",
  "Only `parley` can be looked at.": "只能查看 `parley`。",
  "The day's budget is spent": "今天的额度已用完",
  "What is left for the user, or for everybody, does not reach for an answer. Of `/openai/v1` only: elsewhere this is the reply.":
    "该用户或所有人共用的剩余额度不够回答。仅限 `/openai/v1`：在别处，这段话就是回复。",
  "The answer takes too long": "回答耗时过长",
  "Ten minutes are over, or the platform's time. Of `/openai/v1` only.":
    "已超过十分钟，或平台的时限。仅限 `/openai/v1`。",
};
