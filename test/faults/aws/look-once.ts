import type {
  Conversations,
  PolledTurn,
} from "../../../src/platforms/aws/conversations.ts";

/**
 * A worker looks once a second what has become of its turn, and whether somebody watches. Here it makes the requests for
 * the first look alone, and remembers what it saw: a turn makes the same requests however long it takes.
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
