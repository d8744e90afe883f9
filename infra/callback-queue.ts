import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/**
 * Failed attempts do not count as receives: a message is received again only if
 * the worker dies or the table is unreachable.
 */
const MAX_RECEIVE_COUNT = 20;
const RETENTION = Duration.days(14);

/**
 * The queue of callbacks that wait until they are due, and the dead letters
 * that could not be begun.
 */
export class CallbackQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /**
   * @param options.longestRun timeout of the worker function, the least
   * visibility timeout that Lambda accepts; the worker shortens it as soon as
   * it begins
   */
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
