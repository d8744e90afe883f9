/** What happens to what people write. */
export interface Privacy {
  /** 0: until it is deleted. */
  readonly retentionDays: number;
  /** What operators see of conversations; `none`: there is no console. */
  readonly operatorsSee: "texts" | "no-texts" | "none";
}

export function describePrivacy(
  privacy: Privacy,
  language: "en" | "zh",
  /** Of commands. */
  mark: string,
): string {
  const lines = (language === "en" ? inEnglish : inChinese)(privacy, mark);
  return lines.map((line) => `- ${line}`).join("\n");
}

function inEnglish(
  { retentionDays, operatorsSee }: Privacy,
  mark: string,
): readonly string[] {
  const days = retentionDays === 1 ? "one day" : `${retentionDays} days`;
  return [
    `I store what you write and what I answer ${retentionDays === 0 ? "until it is deleted" : `for ${days}`}. ${mark}memory shows it; ${mark}new deletes it.`,
    "A language model's provider gets it, to write the answers. What I look up goes to the service that I ask.",
    {
      texts:
        "The people who run me can read our conversations. That they did is recorded.",
      "no-texts":
        "The people who run me see when I was asked and how it went, but not what was written.",
      none: "The people who run me have no view of our conversations, though the storage is theirs.",
    }[operatorsSee],
  ];
}

function inChinese(
  { retentionDays, operatorsSee }: Privacy,
  mark: string,
): readonly string[] {
  return [
    `你写的内容和我的回答会保存${retentionDays === 0 ? "到被删除为止" : ` ${retentionDays} 天`}。${mark}memory 查看，${mark}new 删除。`,
    "为了写出回答，这些内容会交给语言模型的提供商；我查询的内容会交给被查询的服务。",
    {
      texts: "运营我的人可以阅读我们的对话，每次阅读都有记录。",
      "no-texts":
        "运营我的人能看到什么时候有人提问、结果如何，看不到写了什么。",
      none: "运营我的人没有查看对话的界面，但数据存放在他们那里。",
    }[operatorsSee],
  ];
}
