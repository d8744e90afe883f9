import { describe, expect, it } from "vitest";
import {
  announcesTool,
  mayAnnounceTool,
} from "../../../src/agent/reading/announces-tool.ts";

const tools = ["search"];

describe("announcesTool", () => {
  it.each([
    "Let me look that up.",
    "Moss is green. I’ll check the details now.",
    "I will use search for that. Then I try search again.",
    "让我查一下。",
  ])("finds one in %j", (prose) => {
    expect(announcesTool(prose, tools)).toBe(true);
  });

  it.each([
    "Moss is green.",
    "Shall I look that up?",
    "Tell me if I should search for it.",
    "I'll search my memory: moss is green. It grows in shade.",
  ])("finds none in %j", (prose) => {
    expect(announcesTool(prose, tools)).toBe(false);
  });
});

describe("mayAnnounceTool", () => {
  it.each([
    "",
    "S",
    "Sure! ",
    "Sure, let",
    "Okay. I nee",
    "I need to",
    "I’ll look that up",
    "Let me see what there is",
    "我",
    "好的，我来",
    "让我查一下",
  ])("waits at %j", (beginning) => {
    expect(mayAnnounceTool(beginning)).toBe(true);
  });

  it.each([
    "Moss",
    "I think",
    "In",
    "Surely",
    "Let me explain",
    "I'll give",
    "我认为",
    "让我解释一下",
    "I'll look that up.\n\nMoss is green",
    `Let me look. ${"It is green. ".repeat(30)}`,
  ])("streams from %j", (beginning) => {
    expect(mayAnnounceTool(beginning)).toBe(false);
  });
});
