import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import { createAssetRoutes } from "./asset-routes.ts";
import type { SetUp } from "./set-up.ts";
import { createSqsMailbox } from "./sqs-mailbox.ts";

/** The app behind the function URL. @param assets the folder of the files that are served as they are */
export function createAwsApp(
  setUp: SetUp,
  { assets }: { assets?: string } = {},
): PlatformApp {
  const { bot, channels, index, failures } = setUp;
  const { conversations, queue, counters } = setUp;
  const mailbox = createSqsMailbox({
    conversations,
    queue,
    access: bot.access,
    channels,
    failures,
  });
  const app = createPlatformApp(setUp, { mailbox, index, failures, counters });
  return assets === undefined
    ? app
    : app.route("/assets", createAssetRoutes(assets));
}
