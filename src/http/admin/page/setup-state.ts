import { computed, effect, signal } from "@preact/signals";
import { language } from "../../../page/client/parts/language.tsx";
import {
  readBody,
  request,
  type Outcome,
} from "../../../page/client/parts/request.ts";
import type { Report } from "../../../types/setup-report.ts";
import { TEXTS } from "./texts.ts";

/** The texts in the reader's language. */
export const texts = computed(
  () => TEXTS[language.value === "en" ? "en" : "zh-CN"],
);

effect(() => {
  document.title = texts.value.title;
});

const KEY = "parley-admin-key";
/** The operator's key; empty until it is entered. */
export const key = signal(readKey());

/**
 * Takes the key from the fragment of the link that `npm run dev` prints, which
 * is not sent to servers, else from this tab's session.
 */
function readKey(): string {
  const linked = new URLSearchParams(location.hash.slice(1)).get("token");
  if (linked !== null) {
    keep(linked);
    history.replaceState(null, "", location.pathname);
    return linked;
  }
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(value: string): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Kept until the page is reloaded.
  }
}

export function enterKey(given: string): Promise<void> {
  key.value = given.trim();
  keep(key.value);
  return load();
}

/** The deployment's state; `undefined` while it is loaded at first. */
export const report = signal<Outcome<Report> | undefined>(undefined);

export async function load(): Promise<void> {
  report.value = await ask<Report>("");
}

/** The server waits a minute for the answer to a test message. */
const LIMIT_MS = 90_000;

/** Calls `/admin/setup` with the key. Never throws. */
export async function ask<Body>(
  path: string,
  sent?: object,
): Promise<Outcome<Body>> {
  const outcome = await request(`/admin/setup${path}`, {
    method: sent === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${key.value}`,
      "accept-language": language.value,
    },
    body: sent,
    limitMs: LIMIT_MS,
  });
  return readBody<Body>(outcome);
}
