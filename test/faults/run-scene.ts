import { eventually } from "../e2e/wrangler-dev.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import {
  type ConversationWatch,
  historyOf,
  watchConversation,
} from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { updateOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** Something that happens in a conversation, with the points at which its process is killed. */
export interface Scene {
  /** Before its rows in the table. */
  readonly name: string;
  /** Where they differ from the suite's. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Those of the process in which `prepare` runs, where they differ from that. */
  readonly variablesBefore?: Readonly<Record<string, string>>;
  /** The object of which the points are, where that is not the conversation's. */
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
  /** What people send; all of it comes again at the end. */
  readonly updates: readonly TelegramUpdate[];
  /** What has happened before, in a process of its own. */
  prepare?(): Promise<void>;
  /** Sends it, or what comes after `prepare`. Resolves when all is accepted. */
  run(): Promise<void>;
  /** Lets go on what was held back for the scene. */
  release(): void;
  /** What people have at the end, and what the history holds, given what they have got. */
  expect(sent: readonly string[]): {
    readonly sent: readonly string[];
    readonly history: readonly string[];
  };
  /** What else is wrong at the end. */
  isHistoryBroken?(): Promise<boolean>;
}

/**
 * Plays a scene whose process is killed at the fault's point; then a quick question, to see that the conversation goes
 * on, and all updates again. In the fresh conversation `number`. Throws when it never reaches the point.
 */
export async function runScene(
  world: World,
  scene: Scene,
  { faultCase, number }: { faultCase: FaultCase; number: number },
): Promise<Verdict> {
  const { variables } = scene;
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
  /** Of those that are in the chat, how many may be, and whether all are there that have to be. */
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
    // Without looking into the conversation: that would wake it up.
    await eventually("the reply", () => isAsExpected([]), PATIENCE);
    await asker.waitForRest();
    await world.post(last);
    await asker.waitForSent(["quick answer"]);
    for (const update of [...play.updates, last]) await world.post(update);
    await asker.waitForRest();
  };
  // What has not come is judged below.
  await follow().catch(() => {});
  play.release();

  const evidence = await asker.gather();
  const { sent, history } = play.expect(evidence.sent);
  const verdict = judge(evidence, {
    sent: [...sent, "quick answer"],
    history: [...history, ...historyOf(number * 10 + 1, "quick", number)],
    kills: 1,
    mayRepeat: faultCase.mayRepeat,
    inWindow: faultCase.inWindow,
  });
  const isHistoryBroken =
    verdict.isHistoryBroken || ((await play.isHistoryBroken?.()) ?? false);
  return { ...verdict, isHistoryBroken };
}
