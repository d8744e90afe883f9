import { describe, expect } from "vitest";
import { accentStyle } from "../../src/page/server/accent.ts";
import { PARLEY } from "../../src/types/identity.ts";
import { it } from "./chat-page.ts";

describe("the conversation", () => {
  it("starts with examples that can be sent", async ({ server, openPage }) => {
    const page = await openPage();
    for (const name of [
      "What is 12.5% of 80.16 * 3?",
      "Who was Ada Lovelace?",
      "I am Lai Lai",
    ]) {
      await page.getByRole("button", { name }).waitFor();
    }
    await page.getByRole("button", { name: "I am Lai Lai" }).click();
    await page.getByText("You said: I am Lai Lai").waitFor();
    expect(server.requestsTo("POST /web/messages")).toMatchObject([
      { text: "I am Lai Lai" },
    ]);
    expect(
      await page.getByText("What would you like to know?").isVisible(),
    ).toBe(false);
  });

  it("offers examples of the tools, or the owner's", async ({
    server,
    openPage,
  }) => {
    server.tools = ["calculator"];
    const page = await openPage();
    await page.getByText("Parley calculates and remembers what").waitFor();
    expect(await page.locator("#examples button").allInnerTexts()).toEqual([
      "What is 12.5% of 80.16 * 3?",
      "I am Lai Lai",
    ]);
    server.identity = {
      name: "Shop <b>",
      greeting: "Ask me about <i>orders</i>.",
      examples: ["Where is my order?"],
      logoUrl: undefined,
      accentColor: "#ffcc00",
    };
    await page.reload();
    await page.getByText("Ask me about <i>orders</i>.").waitFor();
    expect(await page.title()).toBe("Shop <b>");
    await page.getByRole("heading", { name: "Shop <b>" }).waitFor();
    await page.getByRole("button", { name: "Where is my order?" }).click();
    await page.getByText("You said: Where is my order?").waitFor();
  });

  it("has an accent color that is readable in light and dark, whatever it is", async ({
    server,
    openPage,
  }) => {
    server.identity = { ...PARLEY, accentColor: "#ffcc00" };
    const page = await openPage();
    await page.locator("#message").waitFor();
    const levels = [0, 85, 170, 255];
    const colors = levels.flatMap((red) =>
      levels.flatMap((green) =>
        levels.map((blue) => `rgb(${red} ${green} ${blue})`),
      ),
    );
    const styles = colors.map(accentStyle);
    for (const theme of ["light", "dark"]) {
      await page.locator("#theme").selectOption(theme, { force: true });
      const lowest = await page.evaluate(findLowestContrast, styles);
      expect(lowest).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** Of the accent on what it is drawn on, and of text on the tint. */
function findLowestContrast(styles: readonly string[]): number {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const place = document.createElement("i");
  document.body.append(place);
  const context = document.createElement("canvas").getContext("2d")!;
  const luminanceOf = (name: string) => {
    place.style.color = `var(--${name})`;
    context.fillStyle = getComputedStyle(place).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [
      ...context.getImageData(0, 0, 1, 1).data,
    ].map((value) => {
      const share = value / 255;
      return share <= 0.04045
        ? share / 12.92
        : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrastOf = (one: string, other: string) => {
    const both = [luminanceOf(one), luminanceOf(other)];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  };
  const backgrounds = ["background", "surface", "sunken", "tint", "on-accent"];
  return Math.min(
    ...styles.flatMap((style) => {
      sheet.replaceSync(style);
      return [
        ...backgrounds.map((background) => contrastOf("accent", background)),
        contrastOf("ink", "tint"),
      ];
    }),
  );
}
