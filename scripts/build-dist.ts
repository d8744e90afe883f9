import { buildApiDescription } from "./build-api-description.ts";
import { buildCalculator } from "./build-calculator.ts";
import { buildOpenAI } from "./build-openai.ts";
import { buildPage } from "./build-page.ts";

/** Generates everything the app imports from `dist/`. */
export async function buildDist(): Promise<void> {
  await Promise.all([
    buildPage(),
    buildApiDescription(),
    buildCalculator(),
    buildOpenAI(),
  ]);
}
