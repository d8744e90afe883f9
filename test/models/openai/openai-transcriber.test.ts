import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpenAITranscriber } from "../../../src/models/openai/openai-transcriber.ts";
import { ModelError } from "../../../src/types/errors.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";

const RECORDING = {
  bytes: new Uint8Array([79, 103, 103, 83]),
  mediaType: "audio/ogg",
};

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

describe("the OpenAI transcriber", () => {
  it("returns the transcript", async () => {
    server.transcribeNext({ status: 200, body: { text: "Hello 你好" } });
    expect(await transcribe()).toEqual({ text: "Hello 你好" });
    expect(server.transcriptions).toEqual([
      {
        model: "whisper-1",
        fileName: "voice.ogg",
        mediaType: "audio/ogg",
        bytes: RECORDING.bytes,
      },
    ]);
  });

  it.each([
    ["audio/ogg", "voice.ogg"],
    ["audio/mpeg", "voice.mp3"],
    ["audio/mp4", "voice.m4a"],
    ["audio/wav", "voice.wav"],
    // Recordings of browsers.
    ["audio/webm", "voice.webm"],
    ["", "voice.ogg"],
  ])(
    "names the uploaded file after the format %j: %s",
    async (mediaType, name) => {
      server.transcribeNext({ status: 200, body: { text: "" } });
      await transcribe({ ...RECORDING, mediaType });
      expect(server.transcriptions[0]?.fileName).toBe(name);
    },
  );

  it("returns an empty text if the server sends none", async () => {
    server.transcribeNext({ status: 200, body: {} });
    expect(await transcribe()).toEqual({ text: "" });
  });

  it.each([
    ["tokens", { type: "tokens", input_tokens: 70, total_tokens: 79.5 }, 80],
    ["seconds", { type: "duration", seconds: 9.5 }, 143],
    ["nothing", { type: "tokens", total_tokens: "79" }, undefined],
  ])(
    "counts the tokens that the server reports: %s",
    async (_, usage, tokens) => {
      server.transcribeNext({ status: 200, body: { text: "Hello", usage } });
      expect(await transcribe()).toEqual({ text: "Hello", tokens });
    },
  );

  it.each([
    [401, "unauthorized"],
    [404, "unknown"],
    [429, "rate-limited"],
    [503, "unreachable"],
  ])("fails like a model: HTTP %i is %s", async (status, kind) => {
    for (let call = 0; call < 2; call++)
      server.transcribeNext({
        status,
        body: { error: { message: "No: sk-transcriber-key" } },
        headers: { "retry-after-ms": "1" },
      });
    const error = await transcribe().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ kind });
    expect(String((error as ModelError).cause)).not.toContain("sk-trans");
  });

  it("aborts with the signal", async () => {
    const signal = AbortSignal.abort(new Error("Stopped."));
    await expect(transcribe(RECORDING, signal)).rejects.toThrow("Stopped.");
    expect(server.transcriptions).toEqual([]);
  });
});

function transcribe(
  recording = RECORDING,
  signal = new AbortController().signal,
) {
  return createOpenAITranscriber({
    apiKey: "sk-transcriber-key",
    baseUrl: server.url,
    model: "whisper-1",
  }).transcribe(recording, { signal });
}
