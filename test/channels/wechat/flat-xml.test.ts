import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cdata, parseFlatXml } from "../../../src/channels/wechat/flat-xml.ts";

describe("flat XML", () => {
  it("round-trips every text written as CDATA", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom("]", ">", "<", "&", "a") }),
        ),
        (text) => {
          const fields = parseFlatXml(`<xml>${cdata("Content", text)}</xml>`);
          expect(fields?.get("Content")).toBe(text);
        },
      ),
    );
  });

  it("reads numbers, entities and white space, skips nested elements, and keeps the first of a name", () => {
    const fields = parseFlatXml(`
      <xml>
        <CreateTime>1348831860</CreateTime>
        <Title>a &lt;b&gt; &amp;lt; &unknown;</Title>
        <List><Item>1</Item></List>
        <Title>second</Title>
        <Empty></Empty>
      </xml>`);
    expect(Object.fromEntries(fields ?? [])).toEqual({
      CreateTime: "1348831860",
      Title: "a <b> &lt; &unknown;",
      Empty: "",
    });
  });

  it("returns nothing for truncated XML, and never throws", () => {
    for (const source of [
      "",
      "{}",
      "<xml>",
      "<xml></xml",
      "<xml><A>1</xml>",
      "<xml><A><![CDATA[1</A></xml>",
      "<xml>text</xml>",
      "<!DOCTYPE x><xml></xml>",
    ])
      expect(parseFlatXml(source)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "<",
            "/",
            ">",
            "A",
            "<A>",
            "</A>",
            "<![CDATA[",
            "]]>",
          ),
        }),
        (source) => void parseFlatXml(`<xml>${source}</xml>`),
      ),
    );
  });
});
