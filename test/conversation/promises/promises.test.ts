import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command, IncomingMessage } from "../../../src/types/message.ts";
import { runs } from "../../property-runs.ts";
import { keepTimeReal, MAX_DISTURBANCES } from "./play.ts";
import { answerTo, createQuestion, createWorld, type World } from "./world.ts";

keepTimeReal();

/**
 * Something that happens to a conversation. `which`: index among the messages
 * so far.
 */
type Deed =
  | { readonly kind: "ask"; readonly tools: number }
  | { readonly kind: "command"; readonly name: "forget" | "stop" | "retry" }
  | { readonly kind: "edit" | "redeliver" | "stop"; readonly which: number }
  | { readonly kind: "run" | "kill"; readonly worker: number }
  | { readonly kind: "resume"; readonly picks: readonly number[] }
  /** `pass`: a lease expires, and another worker takes over. */
  | { readonly kind: "forget" | "pass" };

const which = fc.nat({ max: 9 });
const worker = fc.nat({ max: 1 });
const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("ask" as const),
        tools: fc.nat({ max: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("command" as const),
        name: fc.constantFrom("forget", "stop", "retry"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("edit", "redeliver", "stop"),
        which,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant("run" as const), worker }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("kill" as const), worker }),
    },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant("resume" as const),
        picks: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom("forget", "pass", "pass"),
      }),
    },
  ),
  { minLength: 5, maxLength: 80, size: "max" },
);

interface Sender {
  readonly messages: IncomingMessage[];
  /** By id: the sender's responses, if received. */
  readonly answers: Map<string, string>;
  /** Something was forgotten, maybe including a message. */
  hasForgotten: boolean;
}

/** Forgetting is confirmed by a button below the first message. */
function toCommand(
  name: "forget" | "stop" | "retry",
  { messages: [first] }: Sender,
): Command {
  return name === "forget"
    ? { name: "memory", argument: `forget ${first?.id}` }
    : { name, argument: "" };
}

/**
 * Plays the script, then completes all work: senders retry unacknowledged
 * messages, and workers run the remaining turns.
 */
async function play(world: World, script: readonly Deed[]): Promise<Sender> {
  const sender: Sender = {
    messages: [],
    answers: new Map(),
    hasForgotten: false,
  };
  const deliver = (message: IncomingMessage): void =>
    world.deliver(message, (kind) => {
      if (!sender.answers.has(message.id)) sender.answers.set(message.id, kind);
    });
  const send = (message: IncomingMessage): void => {
    sender.messages.push(message);
    deliver(message);
  };
  const next = () => sender.messages.length + 1;
  let disturbances = 0;

  for (const deed of script) {
    switch (deed.kind) {
      case "ask":
        send(createQuestion(next(), { tools: deed.tools }));
        break;
      case "command":
        sender.hasForgotten ||= deed.name === "forget";
        send(
          createQuestion(next(), {
            text: `/${deed.name}`,
            command: toCommand(deed.name, sender),
          }),
        );
        break;
      case "edit": {
        const before = sender.messages.findLast(
          ({ command }) => command === undefined,
        );
        // Users edit what is in the chat.
        if (before === undefined || !sender.answers.has(before.id)) break;
        const edit = createQuestion(next(), {
          tools: deed.which % 3,
          isEdit: true,
          replyTo: before.replyTo,
        });
        send(edit);
        break;
      }
      case "redeliver": {
        const message = sender.messages[deed.which];
        if (message !== undefined) deliver(message);
        break;
      }
      case "stop": {
        const message = sender.messages[deed.which];
        if (message !== undefined) world.stop(message.id);
        break;
      }
      case "run":
        world.run(deed.worker);
        break;
      case "kill":
        if (++disturbances <= MAX_DISTURBANCES) world.kill(deed.worker);
        break;
      case "pass":
        if (++disturbances > MAX_DISTURBANCES) break;
        world.pass();
        world.run(0);
        world.run(1);
        break;
      case "forget":
        sender.hasForgotten = true;
        world.forget();
        break;
      case "resume":
        for (const pick of deed.picks) await world.resume(pick);
    }
  }

  await world.finish();
  for (const message of sender.messages)
    while (!sender.answers.has(message.id)) {
      deliver(message);
      await world.finish();
    }
  // The last forgetting may have died half way: the caller retries.
  for (
    let rounds = 0;
    (await world.inspect().nextTurn()) !== undefined;
    rounds++
  ) {
    if (rounds > 100) throw new Error("A turn never ends.");
    world.pass();
    world.run(rounds);
    await world.finish();
  }
  world.pass();
  const memory = world.inspect();
  while (await memory.hasForgotten()) await memory.eraseForgotten();
  return sender;
}

describe.each([
  { place: "in a Durable Object", leaseMs: 0, showsPreviews: false },
  {
    place: "in a Durable Object that shows replies while they are written",
    leaseMs: 0,
    showsPreviews: true,
  },
  {
    place: "with two workers that hold leases",
    leaseMs: 60_000,
    showsPreviews: false,
  },
  {
    place: "with two workers that show replies while they are written",
    leaseMs: 60_000,
    showsPreviews: true,
  },
])(
  "a conversation $place, whatever happens in whatever order",
  ({ leaseMs, showsPreviews }) => {
    it("keeps its promises", { timeout: 600_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(deeds, async (script) => {
          const world = createWorld({ leaseMs, showsPreviews });
          const sender = await play(world, script);
          expect(world.errors).toEqual([]);
          await expectAnswered(world, sender);
          expectCalledOnce(world);
          await expectWholeHistory(world, sender);
          await expectForgottenIsGone(world, sender);
        }),
        { numRuns: runs(10) },
      );
    });
  },
);

/**
 * Promises 1 to 3: each accepted message has its reply in the chat, once and
 * whole, in order of arrival; and its caller is told, if it asked for that.
 */
async function expectAnswered(
  world: World,
  { messages, answers, hasForgotten }: Sender,
): Promise<void> {
  const memory = world.inspect();
  const replied = new Map<string, string>();
  for (const message of messages) {
    const answer = answers.get(message.id);
    if (answer === "outdated" || answer === "full") continue;
    const turn = await memory.findTurn(message.id);
    if (turn === undefined) {
      expect(hasForgotten, `${message.id} is lost`).toBe(true);
      continue;
    }
    expect(["delivered", "failed"]).toContain(turn.status);
    if (message.callbackUrl !== undefined && turn.id === message.id)
      expect(world.told, `nobody is told of ${message.id}`).toContain(turn.id);
    replied.set(String(message.replyTo["message"]), turn.reply ?? "");
  }
  for (const [to, reply] of replied) {
    const shown = world.chat
      .filter((sent) => sent.to === to)
      .map(({ text }) => text);
    const expected = reply === "" ? [] : reply.split(" ");
    const extra = shown.length - expected.length;
    const excused = world.excuses.filter((call) =>
      call.startsWith(`send ${to} `),
    ).length;
    expect(extra, `${to}: ${shown.join(" ")} for ${reply}`).toBeLessThanOrEqual(
      excused,
    );
    expect(
      inOrder(expected, shown),
      `${to}: ${shown.join(" ")} for ${reply}`,
    ).toBe(true);
  }
}

function inOrder(
  expected: readonly string[],
  shown: readonly string[],
): boolean {
  let from = 0;
  return expected.every((word) => {
    from = shown.indexOf(word, from) + 1;
    return from > 0;
  });
}

/** Promise 5: no finished call is repeated. */
function expectCalledOnce({ effects, excuses }: World): void {
  const made = new Map<string, number>();
  for (const { kind, key } of effects) {
    const call = `${kind} ${key}`;
    made.set(call, (made.get(call) ?? 0) + 1);
  }
  for (const [call, times] of made) {
    const excused = excuses.filter((one) => one === call).length;
    expect(times, call).toBeLessThanOrEqual(1 + excused);
  }
}

/**
 * Promise 4: each answered turn is in the history once, with question and
 * answer; edited messages are neither recalled nor shown.
 */
async function expectWholeHistory(
  world: World,
  { messages, answers }: Sender,
): Promise<void> {
  const memory = world.inspect();
  const record = await memory.readRecord();
  const pairs = record?.messages ?? [];
  const turns = pairs.map(({ turn }) => turn);
  expect(new Set(turns).size * 2).toBe(pairs.length);
  for (const [index, { role, turn, text }] of pairs.entries()) {
    expect(role).toBe(index % 2 === 0 ? "user" : "assistant");
    const message = messages.find(({ id }) => id === turn);
    const word = message?.text.split(" ")[0] ?? "";
    if (role === "user") expect(text).toBe(message?.text);
    else expect(answerTo(word).startsWith(text)).toBe(true);
  }
  const { messages: recalled } = await memory.recall();
  const seen = JSON.stringify([recalled, pairs]);
  for (const [index, { id, text, replyTo, command }] of messages.entries()) {
    const isEdited = messages.some(
      (other, later) =>
        later > index &&
        other.isEdit &&
        other.replyTo === replyTo &&
        answers.get(other.id) === "accepted",
    );
    if (isEdited) expect(seen).not.toContain(text);
    const turn = await memory.findTurn(id);
    const isAnswered =
      turn?.status === "delivered" && !turn.isStopped && command === undefined;
    if (isAnswered && !isEdited) expect(turns).toContain(id);
  }
}

/** Promise 7: nothing remains of what was forgotten. */
async function expectForgottenIsGone(
  world: World,
  { messages }: Sender,
): Promise<void> {
  const memory = world.inspect();
  const stored = JSON.stringify(world.dump());
  for (const { id, text } of messages) {
    if ((await memory.findTurn(id)) !== undefined) continue;
    const [word = ""] = text.split(" ");
    if (word.startsWith("word")) expect(stored).not.toContain(word);
  }
}
