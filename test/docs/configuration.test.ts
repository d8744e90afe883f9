import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { TOOL_CATALOGUE } from "../../src/tools/tool-catalogue.ts";
import { settingsOfChannels } from "../fixtures/channel-splits.ts";

/** They are filled in where they are used. */
const ELSEWHERE = [
  "OPENAI_BASE_URL",
  "BOT_ACCENT_COLOR",
  "PUBLIC_URL",
  "ELASTICSEARCH_FIELDS",
  "WIKIPEDIA_LANGUAGE",
];

describe.each(["docs/configuration.md", "docs/zh-CN/configuration.md"])(
  "%s",
  (page) => {
    const rows = readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split("|"));
    const listed = rows.map(([, names = "", value = ""]) => ({
      names: Array.from(
        names.matchAll(/`([A-Z_]{5,})`/g),
        ([, name = ""]) => name,
      ),
      value,
    }));

    it("lists all variables of Parley and no others", () => {
      expect(listed.flatMap(({ names }) => names).toSorted()).toEqual(
        VARIABLES.toSorted(),
      );
    });

    it("lists each tool with its toolkit", () => {
      const plain = (cell = "") => cell.replaceAll("`", "").trim();
      const tools = rows
        .map(([, name, toolkit]) => [plain(name), plain(toolkit)])
        .filter(([name = ""]) => /^[a-z_]+$/.test(name));
      expect(Object.fromEntries(tools)).toEqual(
        Object.fromEntries(
          Object.entries(TOOL_CATALOGUE).map(([name, entry]) => [
            name,
            "toolkit" in entry ? entry.toolkit : "",
          ]),
        ),
      );
    });

    const defaults = listed.flatMap(({ names, value }) => {
      const all = Array.from(
        value.trim().matchAll(/(?<=^|[,，] ?)(?:`([^`]*)`|(\d+%?))/g),
        ([, text, number]) => text ?? number ?? "",
      );
      return names
        .map((name, index) => ({ name, written: all[index] ?? all[0] }))
        .filter(({ written }) => written !== undefined);
    });

    it.each(defaults.filter(({ name }) => !ELSEWHERE.includes(name)))(
      "names the default of $name: $written",
      ({ name, written }) => {
        const config = (set: Record<string, string | undefined>) =>
          JSON.stringify(
            parseConfig({
              ...settingsOfChannels(),
              OPENAI_API_KEY: "sk-1",
              ...set,
            }),
          );
        expect(config({ [name]: written })).toBe(config({}));
      },
    );
  },
);
