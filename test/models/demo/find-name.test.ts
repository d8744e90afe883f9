import { expect, it } from "vitest";
import { asksForName, findName } from "../../../src/models/demo/find-name.ts";

it.each([
  ["I am Lai Lai", "Lai Lai"],
  ["i am lai lai", "lai lai"],
  ["Hi! I'm Ann-Marie O’Neil from Paris.", "Ann-Marie O’Neil"],
  ["I’m Bob and I like tea", "Bob"],
  ["my name is lai lai, what is yours?", "lai lai"],
  ["Call me Ishmael.", "Ishmael"],
  ["I AM BOB", "BOB"],
  ["I am Ann. No, I am Eve.", "Eve"],
  ["我是来来", "来来"],
  ["我叫李雷，今年20岁", "李雷"],
  ["我叫李雷今年20岁", "李雷"],
  ["你好，我的名字是王小明。", "王小明"],
  ["我叫阿卜杜拉·买买提", "阿卜杜拉·买买提"],
  ["我叫 Anna", "Anna"],
])("finds the name in %j", (text, name) => {
  expect(findName(text)).toBe(name);
});

it.each([
  "I am tired",
  "I'm looking for shoes",
  "I am so happy",
  "I am 25 years old",
  "i am not sure what this is",
  "My name is not important",
  "I AM TIRED",
  "Am I late?",
  "我是医生",
  "我是一个学生",
  "我是中国人",
  "我是来问问题的",
  "我叫了外卖",
  "我叫什么名字？",
  "我是谁？",
  "",
])("finds none in %j", (text) => {
  expect(findName(text)).toBeUndefined();
});

it.each([
  "who am I?",
  "Do you know who I am",
  "What is my name?",
  "what’s my name",
  "Do you remember my name?",
  "我是谁？",
  "我叫什么名字？",
  "你还记得我的名字吗",
  "我的名字是什么",
])("knows that %j asks for it", (text) => {
  expect(asksForName(text)).toBe(true);
});

it.each(["I am Ann", "What is your name?", "我叫来来", "你是谁？"])(
  "knows that %j does not ask for it",
  (text) => {
    expect(asksForName(text)).toBe(false);
  },
);
