import { expect, it } from "vitest";
import { closeCode } from "../../src/document/close-open-ends.ts";

it.each([
  ["Text", "Text"],
  ["```js\nlet a", "```js\nlet a\n```"],
  ["```js\nlet a;\n```\nDone", "```js\nlet a;\n```\nDone"],
  ["````md\n```\ninner", "````md\n```\ninner\n````"],
  ["~~~ a `b`\nx", "~~~ a `b`\nx\n~~~"],
  ["~~~\n```\nx", "~~~\n```\nx\n~~~"],
  ["``` a `b` is text", "``` a `b` is text"],
  ["  ```\nx\n   `````  \ny", "  ```\nx\n   `````  \ny"],
  ["    ``` indented", "    ``` indented"],
  ["```\na\n``` no end", "```\na\n``` no end\n```"],
])("closes the code block that is open at the end of %j", (text, closed) => {
  expect(closeCode(text)).toBe(closed);
});
