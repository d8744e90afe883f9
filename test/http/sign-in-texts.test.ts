import { expect, it } from "vitest";
import { explainFault, SIGN_IN_PAGES } from "../../src/http/sign-in/texts.ts";
import type { SignInFault } from "../../src/types/sign-ins.ts";

const GIVEN = {
  bot: "Kite",
  server: "shop",
  who: "Ann",
  quote: "Q.",
  reason: "R.",
  url: "https://login.example/x",
};

it.each([true, false])(
  "a sign-in's pages have the same parts in both languages, the bot goes on: %s",
  (goesOn) => {
    const partsOf = (language: "en" | "zh") =>
      Object.entries(SIGN_IN_PAGES[language]).map(([name, of]) => {
        const page = typeof of === "function" ? of({ ...GIVEN, goesOn }) : of;
        const { lines, button, next } = page;
        const text = [page.title, ...lines, button, next?.label].join("\n");
        return {
          name,
          lines: lines.length,
          hasButton: button !== undefined,
          url: next?.url,
          names: ["Kite", "shop", "Ann", "Q.", "R.", "login.example"].filter(
            (word) => text.includes(word),
          ),
        };
      });
    expect(partsOf("zh")).toEqual(partsOf("en"));
  },
);

it.each<[SignInFault, string]>([
  [{ kind: "gone" }, "MCP_SERVERS"],
  [{ kind: "unreachable" }, "shop"],
  [{ kind: "too-much" }, "shop"],
  [{ kind: "address" }, "https"],
  [{ kind: "invalid" }, "OAuth"],
  [{ kind: "unregistered", redirectUrl: "https://a.example/b" }, "a.example/b"],
  [{ kind: "refused", said: "No way" }, "“No way”"],
])("says in both languages why a sign-in failed: %j", (fault, words) => {
  for (const language of ["en", "zh"] as const) {
    const text = explainFault({ server: "shop", fault }, language);
    expect(text).toContain("shop");
    expect(text).toContain(words);
  }
});
