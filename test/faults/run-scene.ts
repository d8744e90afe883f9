import { eventually } from "../e2e/wrangler-dev.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import {
  historyOf,
  watchConversation,
  type ConversationWatch,
} from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, mergeVerdicts, type Verdict } from "./judge.ts";
import { updateOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** Events in a conversation, with the points at which its process is killed. */
export interface Scene {
  /** Prefix of its rows in the table. */
  readonly name: string;
  /** Variables that differ from the suite's. */
  readonly variables?: (world: World) => Readonly<Record<string, string>>;
  /** Variables of the process that runs `prepare`, if different. */
  readonly variablesBefore?: Readonly<Record<string, string>>;
  /** The object with the points, if not the conversation's. */
  readonly objectOf?: (conversation: string) => string;
  readonly faults: readonly FaultCase[];
  readonly begin: (
    world: World,
    options: {
      number: number;
      asker: ConversationWatch;
      faultCase: FaultCase;
    },
  ) => Play;
}

export interface Play {
  /** The users' updates; all are redelivered at the end. */
  readonly updates: readonly TelegramUpdate[];
  /** Creates the initial state in a separate process. */
  prepare?(): Promise<void>;
  /**
   * Sends the updates, or those after `prepare`. Resolves when all are
   * accepted.
   */
  run(): Promise<void>;
  /** Releases what the scene holds back. */
  release(): void;
  /**
   * The expected final messages and history, given what users have got, and in
   * the end the history, by which taps at once are told apart.
   */
  expect(
    sent: readonly string[],
    history?: readonly string[],
  ): {
    readonly sent: readonly string[];
    readonly history: readonly string[];
  };
  /** What else is wrong at the end. */
  judgeRest?(): Promise<Partial<Verdict>>;
}

/**
 * Plays a scene whose process is killed at the fault's point; then a quick
 * question to check that the conversation continues, and all updates again.
 * Uses the new conversation `number`. Throws if the process never reaches the
 * point.
 */
export async function runScene(
  world: World,
  scene: Scene,
  { faultCase, number }: { faultCase: FaultCase; number: number },
): Promise<Verdict> {
  const variables = scene.variables?.(world);
  const asker = watchConversation(world, number);
  const play = scene.begin(world, { number, asker, faultCase });
  const { objectOf = (name: string) => name } = scene;
  const conversation = objectOf(asker.conversation);
  const last = updateOf({ id: number * 10 + 1, number, question: "quick" });

  if (play.prepare !== undefined) {
    await world.start(undefined, { ...variables, ...scene.variablesBefore });
    await play.prepare();
    await asker.waitForRest();
    await world.kill();
  }
  const target = { number, conversation, variables };
  const trap = await setTrap(world, faultCase.fault, target);
  const accepted = play.run();
  await springThere(trap, accepted);
  await world.start(undefined, variables);
  /**
   * Whether the chat contains all expected messages, and no others but those
   * that the documented window permits.
   */
  const isAsExpected = (others: readonly string[]): true | undefined => {
    const left = [...asker.sent()];
    for (const name of [...play.expect(left).sent, ...others]) {
      const index = left.indexOf(name);
      if (index === -1) return undefined;
      left.splice(index, 1);
    }
    return left.every((name) => name === faultCase.inWindow) || undefined;
  };
  const follow = async (): Promise<void> => {
    await accepted;
    play.release();
    // Does not read the conversation, which would wake it up.
    await eventually("the reply", () => isAsExpected([]), PATIENCE);
    await asker.waitForRest();
    await world.post(last);
    await asker.waitForSent(["quick answer"]);
    for (const update of [...play.updates, last]) await world.post(update);
    await asker.waitForRest();
  };
  // The judge reports what is missing.
  await follow().catch(() => {});
  play.release();

  const evidence = await asker.gather();
  const { sent, history } = play.expect(evidence.sent, evidence.history);
  const verdict = judge(evidence, {
    sent: [...sent, "quick answer"],
    history: [...history, ...historyOf(number * 10 + 1, "quick", number)],
    kills: 1,
    mayRepeat: faultCase.mayRepeat,
    inWindow: faultCase.inWindow,
  });
  return mergeVerdicts(verdict, (await play.judgeRest?.()) ?? {});
}
