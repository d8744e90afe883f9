import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../current-texts.ts";
import { Button, Icon } from "../parts/elements.tsx";
import type { Attachments } from "../state/attachments.ts";

/** Enough for speech; five minutes have less than 1 MB. */
const BITS_PER_SECOND = 24_000;
const MAX_MS = 300_000;

/** What Chromium and Firefox record, then what Safari does. */
const TYPES = ["audio/webm", "audio/mp4"];

/**
 * Records speech into a file of the next message, until it is pressed again.
 * Hidden where nothing can be recorded.
 */
export function RecordButton({ attachments }: { attachments: Attachments }) {
  const isRecording = useSignal(false);
  const recorder = useRef<MediaRecorder>(undefined);
  const words = texts.value;
  // Leaving the page turns the microphone off.
  useEffect(() => () => recorder.current?.stop(), []);

  async function start(): Promise<void> {
    isRecording.value = true;
    const end = () => (isRecording.value = false);
    const started = await record(attachments.add, end).catch(() => undefined);
    recorder.current = started;
    if (started !== undefined) return;
    end();
    attachments.problem.value = { kind: "noMicrophone", name: "" };
  }

  return (
    <Button
      id="record"
      class={isRecording.value ? "quiet attach recording" : "quiet attach"}
      hidden={!("mediaDevices" in navigator)}
      aria-label={isRecording.value ? words.stopRecording : words.record}
      aria-pressed={isRecording.value}
      onClick={() =>
        isRecording.value ? recorder.current?.stop() : void start()
      }
    >
      <Icon path="M8 2a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0V4a2 2 0 0 1 2-2M3.5 7.5V8a4.5 4.5 0 0 0 9 0v-.5M8 12.5V14" />
    </Button>
  );
}

/** Rejects if there is no microphone, or none may be used. */
async function record(
  add: (files: readonly File[]) => void,
  onEnd: () => void,
): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one)) ?? "";
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(type !== "" && { mimeType: type }),
  });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const timer = setTimeout(() => recorder.stop(), MAX_MS);
  recorder.addEventListener("stop", () => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    onEnd();
    const [plain = ""] = recorder.mimeType.split(";");
    const name = `voice.${plain === "audio/mp4" ? "m4a" : "webm"}`;
    add([new File(pieces, name, { type: plain })]);
  });
  recorder.start();
  return recorder;
}
