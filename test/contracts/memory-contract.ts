import { describeEditedMessages } from "./edited-messages-contract.ts";
import { describeFailedTurns } from "./failed-turns-contract.ts";
import { describeFiles } from "./files-contract.ts";
import { describeHistory } from "./history-contract.ts";
import { describeMergedTurns } from "./merged-turns-contract.ts";
import { describeOpenedTurns } from "./opened-turns-contract.ts";
import type { WithMemory } from "./play-turns.ts";
import { describeQuotedMessages } from "./quoted-messages-contract.ts";
import { describeRatedTurns } from "./rated-turns-contract.ts";
import { describeReplies } from "./replies-contract.ts";
import { describeRequests } from "./requests-contract.ts";
import { describeSchedules } from "./schedules-contract.ts";
import { describeSettings } from "./settings-contract.ts";
import { describeSteps } from "./steps-contract.ts";
import { describeStoppedTurns } from "./stopped-turns-contract.ts";
import { describeVersions } from "./versions-contract.ts";
import { describeWindow } from "./window-contract.ts";

/** Tests of every `Memory`. */
export function describeMemoryContract(
  name: string,
  withMemory: WithMemory,
): void {
  describeOpenedTurns(name, withMemory);
  describeMergedTurns(name, withMemory);
  describeStoppedTurns(name, withMemory);
  describeEditedMessages(name, withMemory);
  describeVersions(name, withMemory);
  describeSteps(name, withMemory);
  describeReplies(name, withMemory);
  describeQuotedMessages(name, withMemory);
  describeFailedTurns(name, withMemory);
  describeRatedTurns(name, withMemory);
  describeWindow(name, withMemory);
  describeFiles(name, withMemory);
  describeHistory(name, withMemory);
  describeSettings(name, withMemory);
  describeSchedules(name, withMemory);
  describeRequests(name, withMemory);
}
