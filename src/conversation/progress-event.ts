import type { AgentAction, TurnEvent } from "../turn.ts";

/** What is told of a turn while it is worked on. Watchers hear all but the actions: those are told of as steps once they are done. */
export type ProgressEvent = TurnEvent | ActionEvent;

/** The model decided on an action; its tool runs next. */
export interface ActionEvent {
  readonly type: "action";
  readonly index: number;
  readonly action: AgentAction;
}
