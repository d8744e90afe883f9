import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import type { SetUp } from "./set-up.ts";
import { createSqsMailbox } from "./sqs-mailbox.ts";

/** The app behind the function URL. */
export function createAwsApp(setUp: SetUp): PlatformApp {
  const { bot, channels, index, failures } = setUp;
  const { conversations, queue, counters } = setUp;
  const mailbox = createSqsMailbox({
    conversations,
    queue,
    access: bot.access,
    channels,
    failures,
  });
  return createPlatformApp(setUp, { mailbox, index, failures, counters });
}
