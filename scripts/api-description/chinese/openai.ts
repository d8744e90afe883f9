/** Texts of the OpenAI-compatible API. */
export const OPENAI: Readonly<Record<string, string>> = {
  "OpenAI-compatible API": "OpenAI 兼容接口",
  "The same bot for clients of OpenAI's Chat Completions. Set their base URL to this deployment with `/openai/v1`.":
    "同一个机器人，供使用 OpenAI Chat Completions 接口的程序调用。它们的 base URL 以 `/openai/v1` 结尾。",
  "Create a chat completion": "生成对话回答",
  "For clients of OpenAI's Chat Completions. If the request names a conversation, the last message is answered with that conversation's memory; otherwise only the given messages count, and nothing is kept. Problems carry OpenAI's `error` in addition to their own fields, and invalid fields return 400.":
    "供 OpenAI Chat Completions 的客户端使用。请求指定了对话时，结合对话的记忆回答最后一条消息；否则只看请求中的消息，事后不保留任何内容。错误除自身字段外还带有 OpenAI 的 `error`，字段有误时状态为 400。",
  "Your name for the conversation, percent-encoded if it is not ASCII; by default `metadata.conversation`, then `user`.":
    "你为对话取的名称，非 ASCII 字符须百分号编码；没有时取 `metadata.conversation`，再没有时取 `user`。",
  "The answer; with `stream`, its chunks as server-sent events, ending with `data: [DONE]`.":
    "回答；带 `stream` 时是服务器推送的片段，最后是 `data: [DONE]`。",
  "List models": "列出模型",
  "The only model is `parley`.": "唯一的模型是 `parley`。",
  "The models.": "模型。",
  "List them": "列出",
  "Get a model": "查看模型",
  "The model.": "模型。",
  "Get it": "查看",
  "`parley`": "`parley`",
  "As in OpenAI's Chat Completions.": "与 OpenAI 的 Chat Completions 相同。",
  "Any name is accepted; `parley` answers.": "任意名称；由 `parley` 回答。",
  "The last message is the user's, and gets the answer. System and developer messages are instructions for this answer.":
    "回答最后一条，它必须来自用户。system 和 developer 消息是本次回答的指示。",
  "Content is a string or an array of `text` parts. Tool messages are ignored: Parley runs its own tools.":
    "content 是文本，或 `text` 类型的片段列表。工具消息会被忽略：Parley 使用自己的工具。",
  "The end user. Also names the conversation if nothing else does.":
    "消息的作者。没有其他名称时也用作对话名称。",
  "Your own labels, at most 16. `conversation` names the conversation.":
    "你自己的标签，最多 16 个。`conversation` 指定对话。",
  "Whether to stream the answer.": "是否边写边收。",
  "`include_usage`: adds a last chunk with the usage.":
    "`include_usage`：增加最后一个带用量的片段。",
  "1.": "只能为 1。",
  "The answer.": "回答。",
  "The message's id.": "消息的 id。",
  "When the message was accepted, in seconds since the Unix epoch.":
    "消息被接受的时间：Unix 秒数。",
  "Token usage of all model calls for the answer.":
    "这次回答中所有模型调用的 token 数。",
  "A page that the answer cites, and where the content names it (in UTF-16 code units).":
    "回答所依据的网页，以及它在内容中的位置（UTF-16 单位）。",
  "The model that answered.": "回答的模型。",
  "The object type.": "对象的类型。",
  "Input plus output tokens.": "两者之和。",
  "The annotation type.": "注释的类型。",
  "The page, and where the content cites it.": "网页，以及它在内容中的位置。",
  "One choice: the answer in Markdown, followed by its sources.":
    "只有一个：Markdown 格式的回答，后面附来源。",
  "Its name.": "名称。",
  "Always 0.": "总是 0。",
  "Its owner.": "所有者。",
  "A model.": "模型。",
  "One: Parley.": "只有一个：Parley。",
  "The form of the answer; text by default.": "回答的形式；默认是文本。",
  "`json_object` and `json_schema`: the answer is JSON that matches, with nothing around it. It is checked before it is sent.":
    "`json_object` 和 `json_schema`：回答是符合要求的 JSON，前后没有别的内容。发送之前会先检查。",
  "The answer is not in the requested format": "回答不符合要求的格式",
  "Only with `response_format`: neither the model's answer nor its repair is JSON that matches the schema. `detail` is a notice for the user.":
    "仅在有 `response_format` 时：模型的回答和它的修正都不是符合 schema 的 JSON。`detail` 是给用户看的说明。",
  "There is no answer in the requested format": "没有符合要求格式的回答",
  "Only with `response_format`: the turn ended with a notice instead, since it was stopped. `detail` is that notice.":
    "仅在有 `response_format` 时：回合被停止，以一条说明结束。`detail` 是那条说明。",
  "Invalid X-Conversation-Id header": "请求头 X-Conversation-Id 有误",
  "It is not a valid conversation name.": "它不能作为对话名称。",
  "Model not found": "没有这个模型",
  "Daily budget exhausted": "今日额度已用完",
  "The remaining budget of the user, or of all users, is too low for an answer. `/openai/v1` only: elsewhere, this is the reply.":
    "该用户或所有人共用的剩余额度不够回答。仅限 `/openai/v1`：在别处，这段话就是回复。",
  "The answer took too long": "回答耗时过长",
  "More than ten minutes passed, or the platform's time limit. `/openai/v1` only.":
    "已超过十分钟，或平台的时限。仅限 `/openai/v1`。",
};
