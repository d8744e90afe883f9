import { expect, it } from "vitest";
import { findBareWords } from "../../../src/models/demo/find-bare-words.ts";

it.each([
  "汇率",
  "长城",
  "人民币汇率",
  " 量子力学\n",
  "Ada Lovelace",
  "Great Wall",
])("takes %j for something to look up", (text) => {
  expect(findBareWords(text)).toBe(text.trim());
});

it.each([
  "",
  "你好",
  "谢谢",
  "好的",
  "写一首诗",
  "你是谁",
  "今天",
  "真不错啊",
  "汇率！长城",
  "一个很长很长的句子",
  "Thank You",
  "Good Morning",
  "help",
  "Help",
  "ada lovelace",
  "I Am Ann",
  "Tell Me More",
])("takes %j for talk", (text) => {
  expect(findBareWords(text)).toBeUndefined();
});
