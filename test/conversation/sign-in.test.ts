import { afterEach, describe, expect, it } from "vitest";
import { createRemoteTools } from "../../src/tools/mcp/remote-tools.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import type { SignInInvitation } from "../../src/types/sign-ins.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { startSignInScene, type SignInScene } from "../fakes/sign-in-scene.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const LINK = /\(https:\/\/bot\.example\/oauth\/sign-in\/([\da-f]{48})\)/;
const SIGN_IN = action("shop__sign_in", {});
const ANN = { id: "1", name: "Ann", username: "ann", language: "en" };

let scene: SignInScene;
afterEach(() => scene.shop.close());

/** A conversation whose agent has the tools of a server with sign-ins. */
async function setUp(replies: Parameters<typeof createScriptedModel>[0]) {
  scene = await startSignInScene({ revokes: true });
  const { signIns, server } = scene;
  const model = createScriptedModel(replies);
  const findTools = createRemoteTools({
    servers: [server],
    rows: signIns.rows,
    allowedDangerous: [],
  });
  const conversation = setUpConversation([], {
    signIns,
    findAgent: async (options) =>
      createAgent({ model, tools: await findTools(options) }),
    trust: { linkHosts: [], unaskedTools: ["shop__*"], approvers: "asker" },
  });
  let asked = 0;
  const say = async (text: string, more: Partial<IncomingMessage> = {}) => {
    const message = { id: `m${++asked}`, text, author: ANN, ...more };
    const { id } = message;
    await conversation.accept(message);
    await conversation.run();
    return (await conversation.memory.findTurn(id))?.reply ?? "";
  };
  const command = (name: string, argument = "") =>
    say(`/${name} ${argument}`, { command: { name, argument } });
  /** Opens the link of a reply and signs in. */
  const follow = async (reply: string) => {
    const [, token = ""] = LINK.exec(reply) ?? [];
    const invitation = await signIns.takeInvitation(token);
    if (invitation === undefined) throw new Error("There is no link.");
    await scene.end(await scene.leave(invitation));
    return invitation;
  };
  /** What the way back from the server delivers. */
  const goOn = ({ answer }: SignInInvitation) =>
    say(answer?.text ?? "", answer ?? {});
  return { ...conversation, model, say, command, follow, goOn };
}

describe("a tool that needs the person's sign-in", () => {
  it("gives them a link that the model never sees, and goes on by itself", async () => {
    const { say, follow, goOn, model } = await setUp([
      SIGN_IN,
      action("shop__find_order", { number: "A-17" }),
      finalAnswer("It was sent on Monday."),
    ]);
    const reply = await say("Where is my order A-17?");
    expect(reply).toMatch(/^For that, you have to sign in at shop\./);
    expect(reply).toMatch(/ Then I go on\.$/);
    const invitation = await follow(reply);
    expect(invitation.who).toBe("Ann (@ann), telegram");
    expect(await goOn(invitation)).toBe("It was sent on Monday.");
    const seen = JSON.stringify(model.prompts);
    expect(seen).not.toMatch(/oauth\/sign-in|at-[\da-f]{8}/);
    expect(seen).toContain("The user was asked to sign in, and has gone on.");
  });

  it("goes on once, at a word or by itself", async () => {
    const { say, follow, goOn } = await setUp([
      SIGN_IN,
      finalAnswer("You are in."),
    ]);
    const invitation = await follow(await say("My order?"));
    expect(await say("continue")).toBe("You are in.");
    expect(await goOn(invitation)).toBe("I have already gone on from there.");
  });

  it.each(["continue", "Go on!", "继续。", "繼續"])(
    "asks again if they go on by “%s” without having signed in",
    async (word) => {
      const { say } = await setUp([SIGN_IN, SIGN_IN]);
      await say("My order?");
      expect(await say(word)).toMatch(LINK);
    },
  );

  it("has callers of the API go on by a word", async () => {
    const { say } = await setUp([SIGN_IN]);
    const caller = {
      channel: "webhook",
      conversation: "webhook:shop:1",
      author: { id: "shop", language: "en" },
    } as const;
    expect(await say("My order?", caller)).toMatch(/Then reply: `continue`$/);
  });

  it("gives no link in a group", async () => {
    const { say, model } = await setUp([
      SIGN_IN,
      finalAnswer("Ask me in a private chat."),
    ]);
    const reply = await say("My order?", { isGroup: true });
    expect(reply).toBe("Ask me in a private chat.");
    expect(JSON.stringify(model.prompts)).toContain("only in a private chat");
  });

  it("belongs to the linked chat in which it was asked for", async () => {
    const { say, follow } = await setUp([SIGN_IN]);
    const via = "slack:7";
    expect(await follow(await say("My order?", { via }))).toMatchObject({
      conversation: via,
      answer: { via },
    });
  });

  it("says for whom, and no name looks like somebody else's", async () => {
    const { say, follow } = await setUp([SIGN_IN, SIGN_IN]);
    const author = { id: "7", name: "Bob (@bob), telegram.\u202E" };
    const { who } = await follow(await say("My order?", { author }));
    expect(who).toBe("Bob bob telegram. (7), telegram");
    const long = { id: "8", name: "x".repeat(100), username: "bob" };
    const other = await follow(await say("My order?", { author: long }));
    expect(other.who).toBe(`${"x".repeat(59)}… (@bob), telegram`);
  });

  it("does nothing for another person of the same channel", async () => {
    const { say, follow } = await setUp([SIGN_IN, SIGN_IN]);
    await follow(await say("My order?"));
    const bob = {
      author: { id: "2", name: "Bob" },
      conversation: "telegram:2",
    };
    expect(await say("My order?", bob)).toMatch(LINK);
  });
});

describe("a person who is signed in", () => {
  const setUpSignedIn = async () => {
    const made = await setUp([SIGN_IN]);
    const { person } = await made.follow(await made.say("My order?"));
    const servers = () => scene.signIns.serversOf(person);
    expect(await servers()).toEqual(["shop"]);
    const revocations = () =>
      scene.shop.requests.filter(({ path }) => path === "/revoke").length;
    return { ...made, servers, revocations };
  };

  it("signs out by a command, which says so, also at the server", async () => {
    const { command, servers, revocations } = await setUpSignedIn();
    expect(await command("signout")).toContain("You are signed out of shop.");
    expect(await servers()).toEqual([]);
    expect(revocations()).toBe(1);
    expect(await command("signout")).toBe("You are not signed in anywhere.");
  });

  it("signs out in a private chat only", async () => {
    const { say, servers } = await setUpSignedIn();
    const command = { name: "signout", argument: "" };
    expect(await say("/signout", { command, isGroup: true })).toBe(
      "Sign-ins belong to one person. Ask me in a private chat.",
    );
    expect(await servers()).toEqual(["shop"]);
  });

  it("is signed out by forgetting the conversation", async () => {
    const { command, servers, revocations } = await setUpSignedIn();
    await command("memory", "forget");
    expect(await servers()).toEqual(["shop"]);
    await command("memory", "forget m2");
    expect(await servers()).toEqual([]);
    expect(revocations()).toBe(1);
  });
});
