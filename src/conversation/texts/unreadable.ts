import type { AttachmentProblem } from "../input/attachment-reading.ts";

/** What somebody is told whose attachment cannot be read, by language. */
export const UNREADABLE_ATTACHMENTS: Readonly<
  Record<"en" | "zh", Readonly<Record<AttachmentProblem, string>>>
> = {
  en: {
    unseen:
      "I cannot see pictures. Please describe in words what you would like to know.",
    unheard:
      "I cannot listen to voice messages. Please write what you would like to know.",
    silent:
      "I could not hear any words in your voice message. Please record it again, or write instead.",
    "no-speech":
      "I cannot play this recording: its format is unknown or damaged. Please record it again, or write instead.",
    "no-text":
      "I can only read PDF, DOCX and plain-text documents (such as .txt, .md, .csv or source code, in UTF-8, UTF-16 or GB 18030). This is something else; you can paste its text into a message.",
    locked:
      "This document needs a password. Please save it without one and send it again.",
    damaged:
      "I cannot open this document: it is damaged, or not what its name says. Please save it again as PDF or DOCX.",
    "no-words":
      "I found no text in this document; its pages are perhaps scanned pictures. Please send its text, or the pages as pictures.",
    "unreadable-document":
      "This document is too complex for me. Please send the relevant pages, or paste their text.",
    "no-image":
      "I can only see JPEG, PNG, WebP and GIF pictures. This is something else, or damaged; please send it in one of these formats.",
    "large-image":
      "This picture is too large. Please send it as a photo, not as a file.",
    "large-voice":
      "This voice message is too long. Please split it into parts of up to 15 minutes.",
    "large-document":
      "This document is too large: I can read plain text of up to 200 KB. Please send the relevant part.",
    "large-file":
      "This document is too large: I can read PDF and DOCX of up to 5 MB. Please send the relevant pages.",
    "too-much":
      "This is too much at once. Please split it into several messages.",
    gone: "I could not download what you sent: it is no longer available. Please send it again.",
    other:
      "I cannot read this. Please write what you would like to know; I can also read PDF, DOCX and plain-text documents.",
  },
  zh: {
    unseen: "我看不了图片。请用文字描述你想知道的内容。",
    unheard: "我听不了语音消息。请用文字提问。",
    silent: "我没有在语音里听到说话声。请重新录一遍，或者直接打字。",
    "no-speech":
      "我播放不了这段录音：格式无法识别，或者文件已损坏。请重新录一遍，或者直接打字。",
    "no-text":
      "我能读 PDF、DOCX 和纯文本文档（例如 .txt、.md、.csv 或源代码，编码须为 UTF-8、UTF-16 或 GB 18030）。这个文件不是；你可以把里面的文字粘贴到消息里。",
    locked: "这个文档有密码。请去掉密码保存后再发送。",
    damaged:
      "这个文档打不开：文件已损坏，或者内容与文件名不符。请重新保存为 PDF 或 DOCX 再发送。",
    "no-words":
      "这个文档里没有文字，可能是扫描的图片。请发送文字，或者把页面作为图片发送。",
    "unreadable-document":
      "这个文档太复杂，我读不了。请只发送需要的几页，或者粘贴其中的文字。",
    "no-image":
      "我只能看 JPEG、PNG、WebP 和 GIF 图片。这张不是，或者文件已损坏；请换成其中一种格式再发送。",
    "large-image": "这张图片太大了。请以照片的方式发送，不要作为文件发送。",
    "large-voice": "这条语音太长了。请分成几段发送，每段不超过 15 分钟。",
    "large-document":
      "这个文档太大了：我最多能读 200 KB 的纯文本。请发送其中重要的部分。",
    "large-file": "这个文档太大了：PDF 和 DOCX 最大 5 MB。请只发送需要的几页。",
    "too-much": "一次发的内容太多了。请分成几条消息发送。",
    gone: "我没能下载你发的内容：它已经失效。请重新发送。",
    other: "我读不了这个。请用文字提问；PDF、DOCX 和纯文本文档我也能读。",
  },
};
