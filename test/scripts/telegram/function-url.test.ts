import { expect, it } from "vitest";
import {
  findIntake,
  isFunctionUrl,
} from "../../../scripts/telegram/function-url.ts";

const PAGE = "https://abc.lambda-url.eu-west-1.on.aws";
const TELEGRAM = "https://tel.lambda-url.eu-west-1.on.aws";

it.each([
  [PAGE, true],
  [`${PAGE}/telegram/webhook`, true],
  ["https://parley.example.workers.dev", false],
  ["https://abc.lambda-url.eu-west-1.on.aws.evil.example", false],
  ["", false],
])("%s is the address of a function: %s", (url, expected) => {
  expect(isFunctionUrl(url)).toBe(expected);
});

it.each([
  [`${TELEGRAM}/telegram/webhook`, TELEGRAM],
  [`${PAGE}/telegram/webhook`, undefined],
  ["https://parley.example/telegram/webhook", undefined],
  ["", undefined],
])("updates that go to %s come in at %s", (webhook, intake) => {
  expect(findIntake(webhook, { page: PAGE })).toBe(intake);
});
