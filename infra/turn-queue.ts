import { Duration } from "aws-cdk-lib";
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
} from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/**
 * More than a turn's attempts (10) plus several crashes. A message that exceeds
 * it probably belongs to a turn that kills the function.
 */
const MAX_RECEIVE_COUNT = 20;
const RETENTION = Duration.days(14);

/**
 * The FIFO queue of waiting turns, and the dead letters that could not be run.
 */
export class TurnQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /**
   * @param options.longestRun timeout of the worker function, the least
   * visibility timeout that Lambda accepts; the worker shortens it as soon as
   * it begins, so that a crash costs a minute
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
      // "High throughput" mode: 300 requests per second for each conversation
      // instead of for the queue.
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
