import type { AttachmentProblem } from "./read-attachment.ts";

/** What people are told of an attachment that cannot be read: what is wrong, and what they can do. */
type AttachmentTexts = Readonly<Record<AttachmentProblem, string>>;

export const ENGLISH_ATTACHMENT_TEXTS: AttachmentTexts = {
  unseen:
    "I cannot look at pictures. Please describe in words what you would like to know.",
  unheard:
    "I cannot listen to voice messages. Please write what you would like to know.",
  silent:
    "I could not hear any words in your voice message. Please say it once more, or write it.",
  "no-text":
    "Of documents I can only read plain text (such as .txt, .md, .csv or source code), in UTF-8, UTF-16 or GB 18030. This one is something else; you can paste its text into a message.",
  "large-image":
    "This picture is too large for me. Please send it as a photo, not as a file.",
  "large-voice":
    "This voice message is too long for me. Please send it in pieces of up to 15 minutes.",
  "large-document":
    "This document is too large for me: I can read plain text of up to 200 KB. Please send the part that matters.",
  "too-much":
    "This is too much at once for me. Please send it in several messages.",
  gone: "I could not fetch what you sent: it is not there any more. Please send it again.",
  other:
    "I cannot read this. Please write what you would like to know; I can also read documents that are plain text, of up to 200 KB.",
};

export const CHINESE_ATTACHMENT_TEXTS: AttachmentTexts = {
  unseen: "我看不了图片。请用文字描述你想知道的内容。",
  unheard: "我听不了语音消息。请把你的问题写给我。",
  silent: "我没有听到语音里有话。请再说一遍，或者写给我。",
  "no-text":
    "文档我只能读纯文本（例如 .txt、.md、.csv 或源代码），编码为 UTF-8、UTF-16 或 GB 18030。这个不是；你可以把其中的文字粘贴到消息里。",
  "large-image": "这张图片太大了。请以照片的方式发送，不要作为文件发送。",
  "large-voice": "这条语音太长了。请分成几段发送，每段不超过 15 分钟。",
  "large-document":
    "这个文档太大了：我最多能读 200 KB 的纯文本。请发送其中重要的部分。",
  "too-much": "一次发的内容太多了。请分成几条消息发送。",
  gone: "我没能取到你发的内容：它已经不在了。请重新发送。",
  other:
    "这个我读不了。请把你的问题写给我；不超过 200 KB 的纯文本文档我也能读。",
};
