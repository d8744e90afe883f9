import { expect, it } from "vitest";
import {
  asksForName,
  findName,
  findSubject,
  findSum,
} from "../../../src/models/demo/questions.ts";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { observe } from "../../tools/observe.ts";

const calculator = createCalculatorTool();

it.each([
  ["What is 12.5% of 80.16 * 3?", "30.06"],
  ["What is 12.5 % of 80.16 × 3?", "30.06"],
  ["what's 12.5 per cent of 80.16 times 3", "30.06"],
  ["100 % - 35 %", "0.65"],
  ["2+2", "4"],
  ["What is minus 5 plus 3?", "-2"],
  ["how much is 15 percent of 240", "36"],
  ["What is the square root of 16?", "4"],
  ["the square root of (16 + 9)", "5"],
  ["√16 + 2", "6"],
  ["(2 + 3) squared", "25"],
  ["12 divided by 4 plus 3 =", "6"],
  ["3 x 4, please", "12"],
  ["(1 + 2) x 4", "12"],
  ["1,000 × 5", "5000"],
  ["1,234,567.5 * 2", "2469135"],
  ["$80.16 times 3", "240.48"],
  ["80.16 € * 3", "240.48"],
  ["2 ** 10", "1024"],
  ["I am 25. What is .5 + 1?", "1.5"],
  ["1 + 1? And 2 + 3? Thanks!", "5"],
  ["计算 3*(4+5)", "27"],
  ["计算1,000 * 5", "5000"],
  ["80.16 乘以 1.15 是多少？", "92.184"],
  ["8除以2加3等于几", "7"],
  ["100元 * 3", "300"],
  ["240的15%是多少", "36"],
  ["百分之15的240", "36"],
  ["15％ 的（3＋4）", "1.05"],
  ["计算 80.16 * 3 的 12.5%", "30.06"],
  ["80.16 * 3 的 12.5% 是多少", "30.06"],
  ["80.16 * 3 的 12.5 % 是多少", "30.06"],
  ["计算 (80.16 * 3) 的 12.5%", "30.06"],
  ["（80.16×3）的百分之12.5", "30.06"],
  ["200 - 200的15%", "170"],
  ["80的50%的10%", "4"],
  ["３＋４＝？", "7"],
  ["100! / 98!", "9900"],
  ["What is 100!/98!?", "9900"],
  ["计算 5！ + 2", "122"],
  ["2的10次方是多少", "1024"],
  ["What is 2 to the power of 10?", "1024"],
  ["Hello, what is 2+2?", "4"],
  ["你好，请问 3加4 等于多少？", "7"],
])("extracts an expression for the calculator from %j", async (text, value) => {
  const expression = findSum(text) ?? "";
  expect(await observe(calculator, { expression })).toBe(value);
});

it.each([
  "Hello",
  "I am 25",
  "100%",
  "born 2024-05-01 in Rome",
  "from 1914-1918",
  "Ada Lovelace (1815-1852)",
  "What happened 1914-1918 and 1939-1945?",
  "call 555-0199",
  "call +1 555 123 4567",
  "open 24/7",
  "it takes 5-7 days",
  "R2-D2 and COVID-19",
  "What is the F-16?",
  "Is C++ 20 better than C++ 17?",
  "What is E = mc^2?",
  "5 of 6",
  "see https://example.com/12/34",
  "version 1.2.3",
  "5 ways to cook",
  "I need 5 minutes to think",
  "5 km to go",
  "I ran 5 km in 20 minutes",
  "5公里是多少步",
  "我今年25岁",
  "2024年5月1日",
  "",
])("finds no sum in %j", (text) => {
  expect(findSum(text)).toBeUndefined();
});

it.each([
  ["I am Lai Lai", "Lai Lai"],
  ["Hi! I'm Ann-Marie O’Neil from Paris.", "Ann-Marie O’Neil"],
  ["I’m Bob and I like tea", "Bob"],
  ["Call me Ishmael.", "Ishmael"],
  ["I am Ann. No, I am Eve.", "Eve"],
  ["我是来来", "来来"],
  ["我叫李雷，今年20岁", "李雷"],
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
])("finds no name in %j", (text) => {
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
])("recognises that %j asks for the user's name", (text) => {
  expect(asksForName(text)).toBe(true);
});

it.each(["I am Ann", "What is your name?", "我叫来来", "你是谁？"])(
  "recognises that %j does not ask for the user's name",
  (text) => {
    expect(asksForName(text)).toBe(false);
  },
);

it.each([
  ["5 km to miles", "3.1068559611867 mi"],
  ["What is 1,500 m in feet?", "4921.2598425197 ft"],
  ["convert 70kg into pounds", "154.32358352941 lb"],
  ["How much is 100 °F in °C", "37.777777777778 degC"],
  ["-40 degrees celsius in fahrenheit", "-40 degF"],
  ["90 minutes in hours", "1.5 h"],
  ["5公里是多少英里？", "3.1068559611867 mi"],
  ["请把 2.5 公斤换算成磅", "5.5115565546219 lb"],
  ["3 km 等于多少英里", "1.864113576712 mi"],
  ["一斤是多少克", "500 g"],
])("extracts a conversion for the calculator from %j", async (text, value) => {
  const expression = findSum(text) ?? "";
  expect(await observe(calculator, { expression })).toBe(value);
});

it.each([
  "汇率",
  "长城",
  "人民币汇率",
  " 量子力学\n",
  "Ada Lovelace",
  "Great Wall",
])("takes %j alone as a subject", (text) => {
  expect(findSubject(text)).toBe(text.trim());
});

it.each([
  "",
  "你好",
  "谢谢",
  "好的",
  "写一首诗",
  "你是谁",
  "今天",
  "汇率！长城",
  "一个很长很长的句子",
  "Thank You",
  "Good Morning",
  "help",
  "Help",
  "ada lovelace",
  "I Am Ann",
  "Tell Me More",
])("reads %j as small talk", (text) => {
  expect(findSubject(text)).toBeUndefined();
});

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
  "你是谁？",
  "介绍一下你自己",
  "那是什么",
  "今天是什么日子",
  "",
])("finds no subject in %j", (text) => {
  expect(findSubject(text)).toBeUndefined();
});
