import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkServer } from "../../../bench/live/check-server.ts";
import { readOptions } from "../../../bench/live/options.ts";
import { readPrice } from "../../../bench/live/prices.ts";

const GOOD = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m"];

it.each([
  [[], /--base-url and --model are missing/],
  [["--base-url", "localhost:11434", "--model", "m"], /begins with http/],
  [[...GOOD, "--every", "0"], /--every has to be a whole number from 1, not 0/],
  [[...GOOD, "--timeout", "soon"], /--timeout has to be a whole number/],
  [[...GOOD, "--only", "("], /--only is no regular expression/],
  [[...GOOD, "--extra-body", "[1]"], /--extra-body has to be one JSON object/],
  [[...GOOD, "--modle", "x"], /--modle/],
])("rejects the options %j", (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence);
});

it("requires neither server nor model for the self-test", () => {
  expect(readOptions(["--self-test"], {})).toMatchObject({
    isSelfTest: true,
    model: "scripted",
  });
});

it.each([
  [401, "{}", /refuses the key \(401\)\. Set OPENAI_API_KEY/],
  [404, "{}", /no model m \(404\)/],
  [
    400,
    "no such field, sk-secret",
    /does not take the request \(400\): .*\[key\]/,
  ],
  [200, "<html>", /does not take the request \(200\)/],
])("explains status %i of a server", async (status, body, sentence) => {
  const server = createServer((_, response) =>
    response.writeHead(status).end(body),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = readOptions(
    ["--base-url", `http://127.0.0.1:${port}/v1`, "--model", "m"],
    { OPENAI_API_KEY: "sk-secret" },
  );
  await expect(checkServer(options)).rejects.toThrow(sentence);
  server.close();
});

it("explains that a server is unreachable", async () => {
  await expect(checkServer(readOptions(GOOD, {}))).rejects.toThrow(
    /No server answers at http:\/\/127\.0\.0\.1:9\/v1/,
  );
});

it("reads prices with their date and rejects an invalid price list", () => {
  expect(readPrice("gpt-5-mini")?.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(readPrice("nobody's")).toBeUndefined();
  const file = join(mkdtempSync(join(tmpdir(), "live-")), "prices.json");
  expect(() => readPrice("m", file)).toThrow(/cannot be read/);
  writeFileSync(file, '{"m": {"input": -1}}');
  expect(() => readPrice("m", file)).toThrow(/is no price list/);
});
