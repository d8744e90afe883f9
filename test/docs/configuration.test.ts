import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VARIABLES } from "../../src/config/environment.ts";

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
