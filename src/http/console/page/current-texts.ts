import { computed, effect } from "@preact/signals";
import { language } from "../../../page/client/parts/language.tsx";
import type { Failure } from "../../../page/client/parts/request.ts";
import { ECHO_NAME } from "../../../types/message.ts";
import { chinese } from "./texts-chinese.ts";
import { english } from "./texts-english.ts";

/** The texts in the reader's language. */
export const texts = computed(() =>
  language.value === "en" ? english : chinese,
);

effect(() => {
  document.title = `${texts.value.title} · Parley`;
});

/** A person of the team, or the app that one of the business has written in. */
export function showOperator<Name extends string | undefined>(
  name: Name,
): Name | string {
  return name?.startsWith(ECHO_NAME)
    ? texts.value.ownApp(name.slice(ECHO_NAME.length))
    : name;
}

/** A moment in the reader's time zone. */
export function showTime(iso: string): string {
  return new Intl.DateTimeFormat(language.value, {
    dateStyle: "short",
    timeStyle: "medium",
  }).format(new Date(iso));
}

export function showNumber(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** Milliseconds as seconds with one digit after the point. */
export function showSeconds(ms: number): string {
  return new Intl.NumberFormat(language.value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(ms / 1_000);
}

/** What went wrong, and what to do about it. */
export function describeFailure(failure: Failure): string {
  const { unreachable, unexpected, problems } = texts.value;
  if (failure.kind === "unreachable") return unreachable;
  const { slug, title, detail } = failure.problem;
  if (title === "") return unexpected;
  return problems[slug] ?? `${title}. ${detail}`;
}
