/** Of the topic "General", which messages cannot name: Telegram refuses it as `message_thread_id`. */
const GENERAL_TOPIC = 1;

/** One memory per chat, or per topic where it has those. */
export function conversationOf({
  chat,
  thread,
}: {
  chat: number;
  thread?: number | undefined;
}): string {
  return `telegram:${chat}${thread === undefined ? "" : `:${thread}`}`;
}

/** The topic of a message. Replies have a `message_thread_id` too, where there are no topics. */
export function topicOf({
  is_topic_message,
  message_thread_id,
}: {
  is_topic_message?: boolean | undefined;
  message_thread_id?: number | undefined;
}): number | undefined {
  return is_topic_message === true && message_thread_id !== GENERAL_TOPIC
    ? message_thread_id
    : undefined;
}
