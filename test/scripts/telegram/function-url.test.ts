import { expect, it } from "vitest";
import { isFunctionUrl } from "../../../scripts/telegram/function-url.ts";

const PAGE = "https://abc.lambda-url.eu-west-1.on.aws";

it.each([
  [PAGE, true],
  [`${PAGE}/telegram/webhook`, true],
  ["https://parley.example.workers.dev", false],
  ["https://abc.lambda-url.eu-west-1.on.aws.evil.example", false],
  ["", false],
])("%s is the address of a function: %s", (url, expected) => {
  expect(isFunctionUrl(url)).toBe(expected);
});
