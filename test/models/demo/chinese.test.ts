import { describe, expect, it } from "vitest";
import { CHINESE_UNITS } from "../../../src/models/demo/chinese-units.ts";
import { calculate } from "../../../src/tools/calculator/calculate.ts";
import { createTalk } from "./create-talk.ts";

const talk = createTalk("tool-calling");

describe("In Chinese the demo model answers", () => {
  it.each([
    ["计算 80.16 * 3 的 12.5%", "80.16 × 3 的 12.5% 是 30.06。"],
    ["2的10次方是多少", "2 的 10 次方是 1024。"],
    ["80.16 乘以 1.15 是多少？", "80.16 乘以 1.15 等于 92.184。"],
    ["计算 3*(4+5)", "3 × (4 + 5) = 27。"],
    ["一百二十三加四十五等于几？", "一百二十三加四十五等于 168。"],
    ["三万五千除以七", "三万五千除以七等于 5000。"],
    ["两百五十乘以二得多少", "两百五十乘以二等于 500。"],
    ["请问一千减一是多少呀？", "一千减一等于 999。"],
    ["负五加三", "负五加三等于 -2。"],
    ["二的十次方是多少？", "二的十次方是 1024。"],
    ["八十的百分之二十是多少", "八十的百分之二十是 16。"],
    ["百分之15的240是多少？", "百分之 15 的 240 是 36。"],
    ["240 的 15％ 是多少", "240 的 15% 是 36。"],
    ["16的平方根是多少", "16 的平方根是 4。"],
    ["九的平方根是几", "九的平方根是 3。"],
    ["根号2等于多少", "根号 2 约等于 1.414214。"],
    ["27 的立方根", "27 的立方根是 3。"],
    ["10 / 3", "10 / 3 = 3.3333333333333."],
    ["算一下 10 / 3", "10 ÷ 3 ≈ 3.333333。"],
    ["3 的平方加 4 的平方", "3 的平方加 4 的平方是 25。"],
    ["5的阶乘是多少", "5 的阶乘是 120。"],
    ["三分之一加四分之一等于多少", "三分之一加四分之一约等于 0.5833333。"],
    ["1万加2千", "1 万加 2 千等于 12000。"],
    ["3.5亿除以 7 是多少", "3.5 亿除以 7 等于 50000000。"],
    ["100 打八折是多少钱", "100 打八折等于 80。"],
    ["300 元打 7.5 折是多少？", "300 打 7.5 折等于 225。"],
    ["1000增加15%是多少", "1000 增加 15% 等于 1150。"],
    ["从1加到100等于多少", "从 1 加到 100 等于 5050。"],
    ["三与五的积是多少", "三与五的积是 15。"],
    ["50的一半是多少", "50 的一半是 25。"],
    ["帮我算算 12×12", "12 × 12 = 144。"],
  ])("the calculation %j", async (line, reply) => {
    expect(await talk([line])).toEqual({ reply, used: ["calculator"] });
  });

  it.each([
    ["5 公里等于多少英里", "5 公里约等于 3.106856 英里。"],
    ["5km 是多少英里？", "5 公里约等于 3.106856 英里。"],
    ["10 miles 等于多少公里", "10 英里等于 16.09344 公里。"],
    ["两公里是多少米", "两公里等于 2000 米。"],
    ["把 1.5 小时换算成分钟", "1.5 小时等于 90 分钟。"],
    ["30摄氏度等于多少华氏度", "30 摄氏度等于 86 华氏度。"],
    ["请问一百磅相当于多少公斤？", "一百磅等于 45.359237 公斤。"],
    ["一斤是多少克", "一斤等于 500 克。"],
    ["72 公里/小时等于多少米/秒", "72 公里/小时等于 20 米/秒。"],
    ["三百六十五天有多少小时？", "三百六十五天等于 8760 小时。"],
    ["5公里 + 300米", "5 公里 + 300 米等于 5.3 公里。"],
  ])("the unit conversion %j", async (line, reply) => {
    expect(await talk([line])).toEqual({ reply, used: ["calculator"] });
  });

  it.each([
    ["1/0 等于多少", "算不出“1/0”：除数不能是零。"],
    [
      "9 的 9999999 次方是多少",
      "算不出“9 的 9999999 次方”：数太大或算式太长，请分几步来算。",
    ],
    ["log(0) + 1 等于几", "算不出“log(0) + 1”：只有正数才有对数。"],
    ["三百五万加一等于多少", expect.stringContaining("这个数有两种读法")],
    [
      "5 公里等于多少公斤",
      "算不出“5 公里换算成公斤”：这两个单位量的不是同一种东西，不能换算。",
    ],
    [
      "先算 80.16 * 3，再取 12.5%",
      "算不出“先算 80.16 × 3，再取 12.5%”：请把算式单独写成一行，例如“80.16 * 3 的 12.5%”或“(1000.5 + 2) / 4”。",
    ],
  ])("%j, which has no result, with the reason", async (line, reply) => {
    expect((await talk([line])).reply).toEqual(reply);
  });

  it.each([
    ["现在几点？", "现在是2026年11月22日星期日 09:30（中国标准时间）。"],
    ["东京现在几点", "现在是2026年11月22日星期日 10:30（日本标准时间）。"],
  ])("the question for the time %j", async (line, reply) => {
    expect((await talk([line])).reply).toBe(reply);
  });

  it("a question for the name, and a sum that follows Chinese messages", async () => {
    const { reply } = await talk(["我叫小明", "你好", "我叫什么名字？"]);
    expect(reply).toBe("你叫小明。");
    expect((await talk(["我叫小明", "12*12"])).reply).toBe("12 × 12 = 144。");
  });

  it.each([
    [
      ["calculator"],
      "你好！可以问我“计算 80.16 * 3 的 12.5%”，也可以告诉我你的名字。",
    ],
    [[], "你好！可以告诉我你的名字。"],
  ])(
    "a greeting by listing what its tools can do: %j",
    async (tools, reply) => {
      expect((await talk(["你好"], { tools })).reply).toBe(reply);
    },
  );
});

it.each(CHINESE_UNITS.split("|"))("The calculator reads %s", (unit) => {
  expect(calculate(`2 ${unit} to ${unit}`)).toMatch(/^2 \S+$/);
});

it.each([
  ["What are you?", "arithmetic (“What is 12.5% of 80.16 * 3?”) and names"],
  ["你是谁？", "算术（“计算 80.16 * 3 的 12.5%”）和记住名字"],
])("%j is answered with what the tools can do", async (line, offer) => {
  const { reply } = await talk([line], { tools: ["calculator"] });
  expect(reply).toContain(offer);
  expect(reply).not.toMatch(/looking things up|查资料/);
});
