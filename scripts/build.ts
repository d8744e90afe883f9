import { buildApiDescription } from "./build-api-description.ts";
import { buildPage } from "./build-page.ts";

// Generates everything the app imports from `dist/`.
await Promise.all([buildPage(), buildApiDescription()]);
