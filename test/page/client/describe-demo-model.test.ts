import { describe, expect, it } from "vitest";
import { describeDemoModel } from "../../../src/page/client/descriptions.ts";
import { textsByLanguage } from "../../../src/page/client/texts.ts";

describe.each(Object.entries(textsByLanguage))(
  "describeDemoModel in %s",
  (_language, texts) => {
    it.each(["localhost", "127.0.0.1", "[::1]"])(
      "names the file and the command for local development on %s",
      (hostname) => {
        const text = describeDemoModel({ hostname }, texts);
        expect(text).toContain("OPENAI_API_KEY");
        expect(text).toContain(".dev.vars");
        expect(text).toContain("npm run dev");
      },
    );

    it.each(["parley.example.workers.dev", "localhost.example.com"])(
      "names the command that sets a secret on %s",
      (hostname) => {
        const text = describeDemoModel({ hostname }, texts);
        expect(text).toContain("npx wrangler secret put OPENAI_API_KEY");
        expect(text).not.toContain(".dev.vars");
      },
    );
  },
);
