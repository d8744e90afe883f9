import type { ComponentChildren } from "preact";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import type { Status } from "../state/exchange.ts";

/** A line that shows an answer's progress, or why there is none. */
export function StatusLine(props: { status: Status; onAction: () => void }) {
  const { status, onAction } = props;
  const words = texts.value;
  switch (status.kind) {
    case "none":
      return <div class="status" />;
    case "progress":
      return (
        <Progress kind={status.progress}>
          <span>{words[status.progress]}</span>
        </Progress>
      );
    case "retrying": {
      const tryNow = ({
        currentTarget: button,
      }: {
        currentTarget: HTMLButtonElement;
      }) => {
        button.disabled = true;
        status.tryNow();
      };
      // No countdown: screen readers would announce each number.
      return (
        <Progress kind="retrying">
          <span>{words.retrying(status.seconds)}</span>
          {/* Only the newest message can be sent again. */}
          <Button class="small newest-only" onClick={tryNow}>
            {words.tryNow}
          </Button>
        </Progress>
      );
    }
    case "problem": {
      const { title, detail } = status.text(words);
      const act = () => {
        status.action.run();
        onAction();
      };
      return (
        <div class="status">
          <div class="problem">
            <p>
              <strong>{title}</strong>
              <span>{detail}</span>
            </p>
            <Button onClick={act}>{status.action.label(words)}</Button>
          </div>
        </div>
      );
    }
  }
}

function Progress(props: { kind: string; children: ComponentChildren }) {
  return (
    <div class="status" data-progress={props.kind}>
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {props.children}
    </div>
  );
}
