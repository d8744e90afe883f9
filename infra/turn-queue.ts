import { Duration } from "aws-cdk-lib";
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
} from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/**
 * More than a turn's own attempts (10) and several crashes together: a message that comes here was never ended, and its
 * turn is most likely what kills the function.
 */
const MAX_RECEIVE_COUNT = 20;
const RETENTION = Duration.days(14);

/** The FIFO queue of turns that wait to be run, and the one for those that could not be. */
export class TurnQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /**
   * @param longestRun of the function that works on the queue. A message that was received stays hidden that long, which
   * is the least that Lambda takes; the worker shortens it as soon as it begins, so that a crash costs a minute.
   */
  constructor(
    scope: Construct,
    id: string,
    { longestRun }: { longestRun: Duration },
  ) {
    super(scope, id);
    const common = {
      fifo: true,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: RETENTION,
    };
    this.deadLetters = new Queue(this, "DeadLetters", {
      ...common,
      visibilityTimeout: longestRun,
    });
    this.queue = new Queue(this, "Queue", {
      ...common,
      // "High throughput": 300 requests a second for each conversation, and not for all of them together.
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: longestRun,
      deadLetterQueue: {
        queue: this.deadLetters,
        maxReceiveCount: MAX_RECEIVE_COUNT,
      },
    });
  }
}
