import { toLocal } from "../../schedules/local-time.ts";

/** When the team is here again, and in which zone that is. */
export interface TeamOpening {
  readonly at: number;
  readonly timeZone: string;
  /** The zone is the deployment's, since the user's is not known. */
  readonly namesZone: boolean;
  readonly now: number;
}

/** What the user is told who asks for a person. */
interface Promised {
  /** Missing: the team is here. */
  readonly opening?: TeamOpening;
  /** Messages are left to the team meanwhile. */
  readonly waits: boolean;
  /** The prefix of commands; missing: there are none. */
  readonly mark: string | undefined;
}

/** Texts about a person who is to come, as Markdown. */
interface PersonTexts {
  promise(promised: Promised): string;
  /** Before a promise that was made before. */
  readonly known: string;
  /** A person has the conversation. */
  readonly isHere: string;
  /** Nobody can take over. */
  readonly nobodyThere: string;
  /** Nobody came in time. */
  nobodyCame(mark: string | undefined): string;
}

const english: PersonTexts = {
  promise: ({ opening, waits, mark }) =>
    [
      opening === undefined
        ? "I have asked the team for a person. Somebody answers here as soon as they can."
        : `I have asked the team for a person. The team is here again on ${describeOpening(opening, "en")}, and answers here then. You can leave a phone number or an e-mail address in this conversation, so that they can reach you.`,
      waits
        ? `Until then I leave what you write to them.${mark === undefined ? "" : ` To talk to me again, send ${mark}bot.`}`
        : "Until then I go on answering.",
    ].join(" "),
  known: "The team knows already.",
  isHere: "A person of the team is here already: just write.",
  nobodyThere: "There is no person here who could take over: only I answer.",
  nobodyCame: (mark) =>
    `I am sorry: nobody of the team could come so far. They can still read what you have written. I am answering again.${mark === undefined ? "" : ` To ask for a person once more, send ${mark}human.`}`,
};

const chinese: PersonTexts = {
  promise: ({ opening, waits, mark }) =>
    [
      opening === undefined
        ? "我已经请团队派人过来，有人空下来就会在这里回复你。"
        : `我已经请团队派人过来。团队在${describeOpening(opening, "zh")}回来，到时会在这里回复你。你可以在这个对话里留下电话或邮箱，方便他们联系你。`,
      waits
        ? `在那之前，你写的内容都留给他们。${mark === undefined ? "" : `想再和我对话，请发送 ${mark}bot。`}`
        : "在那之前，仍由我来回答。",
    ].join(""),
  known: "团队已经知道了。",
  isHere: "团队成员已经在这里了，直接写就可以。",
  nobodyThere: "这里没有可以接手的人，只有我来回答。",
  nobodyCame: (mark) =>
    `抱歉，到现在还没有团队成员能过来。他们仍然能看到你写的内容。现在由我来回答。${mark === undefined ? "" : `想再请人过来，请发送 ${mark}human。`}`,
};

export const PERSON_TEXTS = { en: english, zh: chinese };

/** From then on, the weekday alone could be meant for today. */
const ALMOST_A_WEEK_MS = 518_400_000;

/** e.g. `Monday, 09:00 (Asia/Shanghai)`, `星期一 09:00（Asia/Shanghai）` */
export function describeOpening(
  { at, timeZone, namesZone, now }: TeamOpening,
  language: "en" | "zh",
): string {
  const moment = new Date(at);
  const locale = { en: "en", zh: "zh-CN" }[language];
  const weekday = moment.toLocaleDateString(locale, {
    timeZone,
    weekday: "long",
  });
  const local = toLocal(at, timeZone);
  const [date, time] = [local.slice(0, 10), local.slice(11, 16)];
  const isFar = at - now >= ALMOST_A_WEEK_MS;
  return language === "en"
    ? `${weekday}, ${isFar ? `${date}, ` : ""}${time}${namesZone ? ` (${timeZone})` : ""}`
    : `${isFar ? `${date} ` : ""}${weekday} ${time}${namesZone ? `（${timeZone}）` : ""}`;
}
