import type { Verdict } from "./judge.ts";
import { CALLBACK, runCallbackFault } from "./run-callback-fault.ts";
import { CHAT_FAULTS, runChatFault } from "./run-chat-fault.ts";
import { DISTURBANCES } from "./run-disturbance.ts";
import { runFault, VARIANTS } from "./run-fault.ts";
import { GROWING_FAULTS, runGrowingFault } from "./run-growing-fault.ts";
import { runScene, type Scene } from "./run-scene.ts";
import { isOnWebhookWay, runWebhookFault } from "./run-webhook-fault.ts";
import { runWithdrawal, WITHDRAWAL } from "./run-withdrawal.ts";
import { SCENES } from "./scenes.ts";
import { faultsOnTheWay, type FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** One or several kills of the same turn, and their outcome. */
export interface Run {
  readonly row: string;
  /** Has a row for each of its points. */
  readonly scene?: string;
  readonly faultCase: FaultCase;
  readonly details: string;
  /** Uses the new conversations `number` and `number + 1`. */
  readonly run: (world: World, number: number) => Promise<Verdict>;
  /** The conversation, if it is neither Telegram's nor the HTTP channel's. */
  readonly nameOf?: (world: World, number: number) => string;
}

/** All runs on Workers. */
export function listRuns(): readonly Run[] {
  const cases = faultsOnTheWay();
  const telegram = VARIANTS.flatMap((variant) =>
    cases
      .filter(({ isAtWork }) => isAtWork || variant !== "with another message")
      .map((faultCase) => ({
        row: faultCase.row,
        faultCase,
        details: variant,
        run: (world: World, number: number) =>
          runFault(world, faultCase, { variant, number }),
      })),
  );
  const webhook = cases.filter(isOnWebhookWay).map((faultCase) => ({
    row: faultCase.row,
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runWebhookFault(world, faultCase, number),
  }));
  const withdrawn = WITHDRAWAL.map((faultCase) => ({
    row: `withdrawn: ${faultCase.row}`,
    scene: "withdrawn",
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runWithdrawal(world, faultCase, number),
  }));
  const callbacks = CALLBACK.map((faultCase) => ({
    row: `callback: ${faultCase.row}`,
    scene: "callback",
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runCallbackFault(world, faultCase, number),
  }));
  const chats = CHAT_FAULTS.map(({ chat, row, faultCase }) => ({
    row,
    faultCase,
    details: faultCase.row,
    nameOf: ({ chats: all }: World, number: number) =>
      all[chat.platform].conversation(number),
    run: (world: World, number: number) =>
      runChatFault(world, chat, { faultCase, number }),
  }));
  const growing = GROWING_FAULTS.map((each) => ({
    row: each.row,
    faultCase: each.faultCase,
    details: each.faultCase.row,
    nameOf: ({ chats: all }: World, number: number) =>
      all[each.chat.platform].conversation(number, each.chat),
    run: (world: World, number: number) => runGrowingFault(world, each, number),
  }));
  const disturbed = DISTURBANCES.map((disturbance) => ({
    ...disturbance,
    details: disturbance.faultCase.row,
  }));
  return [
    ...telegram,
    ...webhook,
    ...runsOf(SCENES),
    ...withdrawn,
    ...callbacks,
    ...chats,
    ...growing,
    ...disturbed,
  ];
}

/** Each scene with each of its faults. */
export function runsOf(scenes: readonly Scene[]): readonly Run[] {
  return scenes.flatMap((scene) =>
    scene.faults.map((faultCase) => ({
      row: `${scene.name}: ${faultCase.row}`,
      scene: scene.name,
      faultCase,
      details: scene.name,
      run: (world: World, number: number) =>
        runScene(world, scene, { faultCase, number }),
    })),
  );
}
