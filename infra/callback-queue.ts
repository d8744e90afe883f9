import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/** An attempt that fails is no such receive: only where the worker dies, or the table is away, a message comes again. */
const MAX_RECEIVE_COUNT = 20;
const RETENTION = Duration.days(14);

/** The queue by which callbacks wait for their times, and the one for those that could not even be begun. */
export class CallbackQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** @param longestRun of the function that works on the queue: the least that Lambda takes; the worker shortens it as soon as it begins */
  constructor(
    scope: Construct,
    id: string,
    { longestRun }: { longestRun: Duration },
  ) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: RETENTION,
      visibilityTimeout: longestRun,
    };
    this.deadLetters = new Queue(this, "DeadLetters", common);
    this.queue = new Queue(this, "Queue", {
      ...common,
      deadLetterQueue: {
        queue: this.deadLetters,
        maxReceiveCount: MAX_RECEIVE_COUNT,
      },
    });
  }
}
