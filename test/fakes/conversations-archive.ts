import { handOver } from "../../src/conversation/accept/hand-over.ts";
import type { Memory } from "../../src/conversation/memory.ts";
import type { Archive } from "../../src/types/archive.ts";
import type { Handover } from "../../src/types/handover.ts";
import type { Schedules } from "../../src/types/schedule.ts";
import { createNodeSqliteDatabase } from "./node-sqlite-database.ts";
import { createSqliteMemory } from "./sqlite-memory.ts";

const nothing = async (): Promise<void> => {};

/** Conversations with real memories that last for the test. */
export function createConversationsArchive(): {
  readonly archive: Archive & Schedules;
  /** Runs no turns. */
  readonly handover: Handover;
  readonly memoryOf: (conversation: string) => Memory;
} {
  const memories = new Map<string, Memory>();
  const memoryOf = (conversation: string): Memory => {
    const memory =
      memories.get(conversation) ??
      createSqliteMemory({ database: createNodeSqliteDatabase() });
    memories.set(conversation, memory);
    return memory;
  };
  const archive: Archive & Schedules = {
    schedule: (added) => memoryOf(added.to.conversation).schedule(added),
    listSchedules: (conversation) => memoryOf(conversation).listSchedules(),
    cancelSchedule: (conversation, id) =>
      memoryOf(conversation).cancelSchedule(id),
    findTurn: ({ conversation, id }) => memoryOf(conversation).findTurn(id),
    read: (conversation, options) => memoryOf(conversation).readRecord(options),
    rate: ({ conversation, id }, rating) =>
      memoryOf(conversation).rateTurn(id, rating),
    addUsage: ({ conversation, id }, usage) =>
      memoryOf(conversation).addUsage(id, usage),
    choose: ({ conversation, id }) => memoryOf(conversation).chooseVersion(id),
    changeSettings: (conversation, patch) =>
      memoryOf(conversation).changeSettings(patch),
    recallNotes: (conversation) => memoryOf(conversation).recallNotes(),
    editNote: (conversation, edit) => memoryOf(conversation).editNote(edit),
    forget: (conversation) => memoryOf(conversation).forget(),
  };
  const unscheduled = { scheduleRun: nothing, interrupt: nothing };
  const handover: Handover = {
    handOver: (conversation, action) =>
      handOver(action, {
        memory: memoryOf(conversation),
        scheduler: unscheduled,
        silenceMs: 3_600_000,
      }),
  };
  return { archive, handover, memoryOf };
}
