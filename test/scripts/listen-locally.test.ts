import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listenLocally } from "../../scripts/dev-aws/listen-locally.ts";

describe("listenLocally", () => {
  const server = createServer();
  afterEach(() => void server.close());

  it("is heard on this machine alone, and says where a port is taken", async () => {
    await listenLocally(server, 0);
    const address = server.address();
    if (typeof address !== "object" || address === null)
      throw new Error("It does not listen.");
    expect(address.address).toBe("127.0.0.1");
    await expect(listenLocally(createServer(), address.port)).rejects.toThrow(
      "EADDRINUSE",
    );
  });
});
