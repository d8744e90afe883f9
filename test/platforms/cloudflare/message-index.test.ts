import { env } from "cloudflare:workers";
import { createDurableObjectMessageIndex } from "../../../src/platforms/cloudflare/durable-object-message-index.ts";
import { describeMessageIndexContract } from "../../contracts/message-index-contract.ts";

describeMessageIndexContract("Durable Object message index", () =>
  createDurableObjectMessageIndex(env.MESSAGE_INDEX),
);
