import { describe, expect, it } from "vitest";
import { CHINESE } from "../../../scripts/api-description/chinese/chinese.ts";
import { LABELS } from "../../../scripts/api-description/reference/labels.ts";
import {
  createChinese,
  ENGLISH,
  type ReferenceLanguage,
} from "../../../scripts/api-description/reference/reference-language.ts";
import { renderReference } from "../../../scripts/api-description/reference/render-reference.ts";
import { apiDocument, collectOperations } from "./collect-operations.ts";

function render(language: ReferenceLanguage): string {
  return renderReference({
    document: apiDocument,
    language,
    style: "",
    script: "",
  });
}

describe("the reference", () => {
  it("has all of its texts in Chinese, too, and no translations of others", () => {
    const missing = new Set<string>();
    const used = new Set<string>(Object.values(LABELS));
    const chinese = createChinese((text) => missing.add(text));
    render({
      ...chinese,
      translate: (text) => {
        used.add(text);
        return chinese.translate(text);
      },
    });
    for (const label of Object.values(LABELS)) chinese.translate(label);
    expect([...missing]).toEqual([]);
    const unused = Object.keys(CHINESE).filter((text) => !used.has(text));
    expect(unused).toEqual([]);
  });

  it.each([ENGLISH, createChinese()])(
    "has each operation with its heading, in $tag",
    (language) => {
      const page = render(language);
      for (const { operation } of collectOperations()) {
        const { operationId: id, summary } = operation;
        expect(page).toContain(
          `<h3 id="${id}"><a href="#${id}">${language.translate(summary)}</a></h3>`,
        );
      }
    },
  );

  it("has every place that it leads to, once", () => {
    const page = render(ENGLISH);
    const places = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(places).size).toBe(places.length);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !places.includes(link))).toEqual([]);
  });

  it("shows an answer in each format that has an example", () => {
    const page = render(ENGLISH);
    expect(page).toContain("<figcaption>Example: 200 application/json</");
    const streams = page.split("<figcaption>Example: 200 text/event-stream</");
    // Of the two operations that stream a message, and of the chat.
    expect(streams).toHaveLength(4);
    expect(streams.at(-1)).toContain("data: [DONE]");
  });

  it("says where callbacks go by the field's name, and shows what is sent", () => {
    const page = render(ENGLISH);
    expect(page).not.toContain("$request");
    const [, section = ""] = page.split('<h3 id="receiveCallback">');
    expect(section.indexOf("callback_url")).toBeLessThan(
      section.indexOf("POST /hooks/parley HTTP/1.1"),
    );
    expect(section.indexOf(">2XX<")).toBeLessThan(section.indexOf(">410<"));
  });

  it("writes texts as text", () => {
    const page = render({ ...ENGLISH, label: () => '<b>"&' });
    expect(page).toContain("<h1>&lt;b&gt;&quot;&amp;</h1>");
  });
});
