import { problemResponse } from "../../channels/problems.ts";
import type { UrlApp } from "./url-handler.ts";

/** What the function for Telegram answers, from one app for both. */
export function onlyTelegram(app: UrlApp): UrlApp {
  return divide(
    app,
    (path) => isTelegrams(path) || path === "/healthz",
    "Only Telegram's updates come in at this address. The page and the API are at the one that the stack has as its output Url.",
  );
}

/** What the function with the page and the API answers: updates that came in there would wait for those who stream. */
export function withoutTelegram(app: UrlApp): UrlApp {
  return divide(
    app,
    (path) => !isTelegrams(path),
    "Telegram's updates come in at another address, which the stack has as its output TelegramUrl: npm run telegram:webhook -- <TelegramUrl>.",
  );
}

function isTelegrams(path: string): boolean {
  return path.startsWith("/telegram/");
}

function divide(
  app: UrlApp,
  isAnswered: (path: string) => boolean,
  detail: string,
): UrlApp {
  return {
    fetch: (request, client, execution) =>
      isAnswered(new URL(request.url).pathname)
        ? app.fetch(request, client, execution)
        : problemResponse({
            status: 404,
            slug: "unknown-route",
            title: "There is nothing at this address",
            detail,
          }),
  };
}
