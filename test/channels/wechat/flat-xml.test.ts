import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cdata, parseFlatXml } from "../../../src/channels/wechat/flat-xml.ts";

it("Every text written as CDATA is read as it was", () => {
  const unit = fc.constantFrom("]", ">", "<", "&", "a");
  const text = fc.oneof(fc.string(), fc.string({ unit }));
  fc.assert(
    fc.property(text, (written) => {
      const fields = parseFlatXml(`<xml>${cdata("Content", written)}</xml>`);
      expect(fields.get("Content")).toBe(written);
    }),
  );
});

it("Numbers, entities and empty elements are read, nested ones are not", () => {
  const fields = parseFlatXml(`
    <xml>
      <CreateTime>1348831860</CreateTime>
      <Title>a &lt;b&gt; &amp;lt; &unknown;</Title>
      <List><Item>1</Item></List>
      <Empty></Empty>
    </xml>
  `);
  expect(Object.fromEntries(fields)).toEqual({
    CreateTime: "1348831860",
    Title: "a <b> &lt; &unknown;",
    List: "",
    Empty: "",
  });
});

it("Anything else has no fields, and nothing throws", () => {
  for (const source of ["", "{}", "<xml>text</xml>", "<xml><A>1</A></xm"])
    expect(parseFlatXml(source).size).toBe(0);
  const pieces = "<|/|>|A|<A>|</A>|<![CDATA[|]]>".split("|");
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), (source) => {
      parseFlatXml(`<xml>${source}</xml>`);
    }),
  );
});
