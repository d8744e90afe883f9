import { describe, expect, it } from "vitest";
import { parseDoctorArguments } from "../../../scripts/doctor/doctor-arguments.ts";

describe("the arguments of npm run doctor", () => {
  it("default to all stages of the local Parley", () => {
    expect(parseDoctorArguments([])).toEqual({
      kind: "check",
      target: { url: "http://127.0.0.1:8787", isLocal: true },
      stages: undefined,
      chat: undefined,
      query: "Ada Lovelace",
      isJson: false,
    });
  });

  it("set the deployment, stages, chat and query", () => {
    const given =
      "--url https://a.example/bot/ --only telegram,model --chat 4711 --query tea --json";
    expect(parseDoctorArguments(given.split(" "))).toEqual({
      kind: "check",
      target: { url: "https://a.example/bot", isLocal: false },
      stages: ["model", "telegram"],
      chat: 4711,
      query: "tea",
      isJson: true,
    });
  });

  it.each([
    "http://localhost:9000",
    "http://127.0.0.1:9000/",
    "http://[::1]:9000",
  ])("take %s for this machine", (url) => {
    expect(parseDoctorArguments(["--url", url])).toMatchObject({
      target: { isLocal: true },
    });
  });

  it("ask for only a caller's secret", () => {
    const given = "--callback-secret shop --url https://a.example --json";
    expect(parseDoctorArguments(given.split(" "))).toEqual({
      kind: "callback-secret",
      caller: "shop",
      target: { url: "https://a.example", isLocal: false },
      isJson: true,
    });
  });

  it.each([["--help"], ["-h"], ["--only", "model", "--help"]])(
    "ask for help with %s",
    (...given) => {
      expect(parseDoctorArguments(given)).toEqual({ kind: "help" });
    },
  );

  it.each([
    ["--all", "There is no option --all."],
    ["--url", "--url needs a value."],
    ["--url=", "--url needs a value."],
    ["--url a.example", "--url needs the http(s) address"],
    ["--url ftp://a.example", "--url needs the http(s) address"],
    ["--url https://a.example/?b=1", "--url needs the http(s) address"],
    ["--url https://me:key@a.example", "--url needs the http(s) address"],
    ["--url http://a.example", "Without https://"],
    ["--url http://localhost.example", "Without https://"],
    ["https://a.example", "npm run doctor -- --url http"],
    ["--callback-secret", "--callback-secret needs a value."],
    ["--only", "--only needs a value."],
    ["--only models", "--only takes configuration, parley, model"],
    ["--only model,", "--only takes configuration, parley, model"],
    ["--chat me", "--chat needs the id of a private chat"],
    ["--chat=-100123", "--chat needs the id of a private chat"],
  ])("are refused where they are %j", (given, problem) => {
    expect(parseDoctorArguments(given.split(" "))).toEqual({
      kind: "wrong",
      problem: expect.stringContaining(problem),
    });
  });
});
