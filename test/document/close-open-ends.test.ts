import { expect, it } from "vitest";
import { closeOpenEnds } from "../../src/document/close-open-ends.ts";

it.each([
  ["bold text", "It is **very", "It is **very**"],
  ["bold text at a space", "It is **very ", "It is **very**"],
  ["code", "Run `npm", "Run `npm`"],
  ["code with marks", "Run `a ** b", "Run `a ** b`"],
  ["struck text", "It is ~~gone", "It is ~~gone~~"],
  ["text in text", "It is **very *much", "It is **very *much***"],
  ["a cell", "| a | **b", "| a | **b**"],
  ["an address", "See [the page](https://exam", "See the page"],
  ["an image's address", "![a kite](https://exam", "a kite"],
])("closes %s that is still being written", (_, written, closed) => {
  expect(closeOpenEnds(written)).toBe(closed);
});

it.each([
  "It is **very** good",
  "It is **very\n",
  "2 * 3",
  "```js\nlet a = `x",
  "# Plain",
])("leaves %j as it is", (written) => {
  expect(closeOpenEnds(written)).toBe(written);
});
