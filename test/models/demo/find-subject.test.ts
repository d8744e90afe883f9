import { expect, it } from "vitest";
import { findSubject } from "../../../src/models/demo/find-subject.ts";

it.each([
  ["Who was Ada Lovelace?", "Ada Lovelace"],
  ["What is the Great Wall?", "Great Wall"],
  ["what's a quark", "quark"],
  ["Tell me about Mount Everest", "Mount Everest"],
  ['Can you tell me about "War and Peace", please?', "War and Peace"],
  ["Hi, what is St. Petersburg?", "St. Petersburg"],
  ["I am Ann. Who was Ada Lovelace?", "Ada Lovelace"],
  ["How tall is Mount Everest?", "Mount Everest"],
  ["Please explain quantum entanglement.", "quantum entanglement"],
  ["search the web for cats", "cats"],
  ["长城是什么？", "长城"],
  ["什么是量子力学", "量子力学"],
  ["谁是爱因斯坦？", "爱因斯坦"],
  ["介绍一下珠穆朗玛峰", "珠穆朗玛峰"],
  ["请问珠穆朗玛峰有多高？", "珠穆朗玛峰"],
  ["帮我查一下长城的资料吧", "长城"],
])("finds the subject of %j", (text, subject) => {
  expect(findSubject(text)).toBe(subject);
});

it.each([
  "Who are you?",
  "What are you doing?",
  "What is your name?",
  "What's up?",
  "What is it?",
  "What is the time?",
  "How are you?",
  "Tell me about yourself",
  "Hello",
  "What is ...?",
  `Who was ${"a".repeat(200)}?`,
  "你是谁？",
  "介绍一下你自己",
  "那是什么",
  "今天是什么日子",
  "",
])("finds none in %j", (text) => {
  expect(findSubject(text)).toBeUndefined();
});

it("comes to an end on long and hostile texts", () => {
  for (const piece of ["what is ", "请", "是", "please ", ". ", '"', "the "])
    expect(() => findSubject(piece.repeat(50_000))).not.toThrow();
});
