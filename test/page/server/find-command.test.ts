import { expect, it } from "vitest";
import { findCommand } from "../../../src/page/server/visitor-routes.ts";

it.each([
  ["/human 我要退款", { name: "human", argument: "我要退款" }],
  ["/bot", { name: "bot", argument: "" }],
  [" /Link K7QM-2XPA yes ", { name: "link", argument: "K7QM-2XPA yes" }],
])("takes %j as a command", (text, command) => {
  expect(findCommand(text)).toEqual(command);
});

it.each(["/humans", "say /human", "/memory", "/ human"])(
  "leaves %j to the bot",
  (text) => {
    expect(findCommand(text)).toBeUndefined();
  },
);
