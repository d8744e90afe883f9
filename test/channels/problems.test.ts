import { expect, it } from "vitest";
import { failedTurn, problemFor } from "../../src/channels/problems.ts";
import type { FailureReason } from "../../src/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";

it.each<[FailureReason, number, string]>([
  ["model-unreachable", 503, "model-unreachable"],
  ["model-unauthorized", 502, "model-unauthorized"],
  ["model-quota", 503, "model-quota"],
  ["model-unknown", 502, "model-unknown"],
  ["model-refused", 502, "turn-failed"],
  ["no-answer", 502, "turn-failed"],
  ["error", 502, "turn-failed"],
])("a turn that failed with %s is a %i of type %s", (failure, status, slug) => {
  const turn = createTurn({
    message: createMessage({ id: "1" }),
    failure,
    reply: "The notice.",
  });
  expect(failedTurn(turn)).toMatchObject({
    status,
    slug,
    detail: "The notice.",
  });
});

it.each([
  ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN", "请打开链接"],
  ["en,zh;q=0.5", "en", "Open the link"],
])(
  "a browser that accepts %s gets a page in %s",
  async (accepted, lang, title) => {
    const request = new Request("http://localhost:8787/", {
      headers: { accept: "text/html", "accept-language": accepted },
    });
    const response = problemFor(request, {
      status: 403,
      slug: "link-required",
      title: "Open the link",
      detail: "It is in the terminal.",
      chinese: { title: "请打开链接", detail: "链接在终端里。" },
    });
    expect(response.status).toBe(403);
    const page = await response.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  },
);
