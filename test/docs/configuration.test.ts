import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VARIABLES } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { settingsOfChannels } from "../fixtures/channel-splits.ts";

it.each(["docs/configuration.md", "docs/zh-CN/configuration.md"])(
  "%s lists all variables of Parley and no others",
  (page) => {
    const listed = readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [
        ...(line.split("|")[1] ?? "").matchAll(/`([A-Z_]{5,})`/g),
      ])
      .map(([, name = ""]) => name);
    expect(listed.toSorted()).toEqual(VARIABLES.toSorted());
  },
);

/** They are filled in where they are used. */
const ELSEWHERE = [
  "BOT_ACCENT_COLOR",
  "ELASTICSEARCH_FIELDS",
  "OPENAI_BASE_URL",
  "PUBLIC_URL",
  "WIKIPEDIA_LANGUAGE",
];

const ROW =
  /^\| ((?:`[A-Z_]+`(?:, )?)+) *\| ((?:(?:`[^`]+`|\d+)(?:, )?)+) *\|/gm;
const DEFAULTS = [
  ...readFileSync("docs/configuration.md", "utf8").matchAll(ROW),
].flatMap(([, names = "", values = ""]) => {
  const [variables = [], defaults = []] = [names, values].map((cell) =>
    cell.replaceAll("`", "").split(", "),
  );
  return variables.map((name, index) => [name, defaults[index] ?? ""] as const);
});

it.each(DEFAULTS.filter(([name]) => !ELSEWHERE.includes(name)))(
  "%s is %s unless it is set",
  (name, value) => {
    const read = (more: object) =>
      JSON.stringify(parseConfig({ ...settingsOfChannels(), ...more }));
    expect(read({ [name]: value })).toBe(read({}));
  },
);
