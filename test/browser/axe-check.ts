import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

export const DESKTOP = { viewport: { width: 1200, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 780 },
  isMobile: true,
  hasTouch: true,
};

/**
 * Checks the page's current state with axe; `found` lists the violations in all
 * states so far.
 */
export function createAxeCheck(page: Page): {
  readonly found: readonly string[];
  readonly check: (state: string) => Promise<void>;
} {
  const found: string[] = [];
  return {
    found,
    async check(state) {
      const axe = new AxeBuilder({ page }).setLegacyMode();
      await page.emulateMedia({ colorScheme: "light" });
      found.push(...(await violationsOf(axe, state)));
      // Dark mode changes only colours.
      await page.emulateMedia({ colorScheme: "dark" });
      axe.withRules("color-contrast");
      found.push(...(await violationsOf(axe, `${state}, dark`)));
    },
  };
}

async function violationsOf(axe: AxeBuilder, state: string): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${state}: ${id}: ${html}\n${failureSummary}`,
    ),
  );
}
