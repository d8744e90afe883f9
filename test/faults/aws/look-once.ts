import type {
  Conversations,
  PolledTurn,
} from "../../../src/platforms/aws/conversations.ts";

/**
 * A worker checks its turn and its watchers once a second. Here it makes those
 * requests only once and caches the result, so that a turn always makes the
 * same requests, however long it takes.
 */
export function lookOnce(conversations: Conversations): Conversations {
  return {
    ...conversations,
    liveStateOf(conversation) {
      const live = conversations.liveStateOf(conversation);
      let isWatched: Promise<boolean> | undefined;
      return { ...live, isWatched: () => (isWatched ??= live.isWatched()) };
    },
    turnPollerOf(...given) {
      const look = conversations.turnPollerOf(...given);
      let sight: Promise<PolledTurn> | undefined;
      return () => (sight ??= look());
    },
  };
}
