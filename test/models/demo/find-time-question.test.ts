import { expect, it } from "vitest";
import { findTimeQuestion } from "../../../src/models/demo/find-time-question.ts";

it.each([
  ["What time is it?", "now"],
  ["hi, what time is it now", "now"],
  ["What's the time?", "now"],
  ["What is the current time?", "now"],
  ["What day is it today?", "now"],
  ["What’s today's date?", "now"],
  ["what time is it in Tokyo?", "Tokyo"],
  ["What time is it now in new york", "new york"],
  ["What is the time in Asia/Kolkata right now?", "Asia/Kolkata"],
  ["What time is it in UTC+8?", "UTC+8"],
  ["What time is it in São Paulo?", "São Paulo"],
  ["现在几点", "now"],
  ["请问现在几点了？", "now"],
  ["你好，今天星期几？", "now"],
  ["今天是几月几号", "now"],
  ["现在东京几点？", "东京"],
  ["东京现在几点了", "东京"],
  ["请问纽约今天是星期几？", "纽约"],
  ["现在 America/New_York 几点", "America/New_York"],
])("hears in %j a question for the time: %s", (text, place) => {
  expect(findTimeQuestion(text)).toBe(place);
});

it.each([
  "",
  "What is the time complexity of quicksort?",
  "What time does the train leave?",
  "What is a date palm?",
  "Who was Ada Lovelace?",
  "火车几点开？",
  "现在火车几点开？",
  "东京几点？",
  "你们那里现在几点？",
  `What time is it${" now".repeat(50)}`,
])("hears none in %j", (text) => {
  expect(findTimeQuestion(text)).toBeUndefined();
});
