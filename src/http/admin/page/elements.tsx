import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Failure } from "../../../page/client/parts/request.ts";
import type { ReportPart, State } from "./describe-report.ts";
import { parseMarkup, type Piece, type Values } from "./markup.ts";
import { report, texts } from "./setup-state.ts";

/** A paragraph with one of the page's texts. */
export function Line(props: { text: string; values?: Values; look?: string }) {
  const { text, values = {}, look } = props;
  return (
    <p class={look}>
      {parseMarkup(text, { values, setText: findSetText() }).map(drawPiece)}
    </p>
  );
}

/** How to set variables on this platform. */
function findSetText(): string {
  if (report.value?.kind !== "done") return "";
  const { is_development: isDevelopment, platform } = report.value.value;
  const { setLocal, setAws, setCloudflare } = texts.value;
  if (isDevelopment) return setLocal;
  return platform === "aws" ? setAws : setCloudflare;
}

function drawPiece(piece: Piece): ComponentChildren {
  if (piece.kind !== "link")
    return piece.kind === "code" ? <code>{piece.text}</code> : piece.text;
  const isOutside = piece.address.startsWith("https://");
  return (
    <a
      href={piece.address}
      {...(isOutside && { target: "_blank", rel: "noopener" })}
    >
      {piece.text}
    </a>
  );
}

export function Complaint({ detail }: { detail: string }) {
  return <p class="bad">{detail}</p>;
}

export function Refusal({ failure }: { failure: Failure }) {
  return failure.kind === "refused" ? (
    <Complaint detail={failure.problem.detail || `${failure.problem.status}`} />
  ) : (
    <Complaint detail={texts.value.unreachable} />
  );
}

/** A section, with its state in words and not only in colour. */
export function Section(props: {
  title: string;
  state?: State;
  children: ComponentChildren;
}) {
  const { title, state, children } = props;
  return (
    <section>
      <h2>
        {title}
        {state && <span class={`state ${state}`}>{texts.value[state]}</span>}
      </h2>
      {children}
    </section>
  );
}

export function Part(props: {
  part: ReportPart;
  /** Below its lines. */
  children?: ComponentChildren;
}) {
  const { title, state, lines } = props.part;
  return (
    <Section title={title} state={state}>
      {lines.map(({ text, values = {}, isBad }) => (
        <Line text={text} values={values} look={isBad ? "bad" : ""} />
      ))}
      {props.children}
    </Section>
  );
}

/** A form that shows and announces its result below. */
export function Action(props: {
  label: string;
  /** Shown while it runs. */
  busy: string;
  field?: { label: string; value: string; isSecret?: boolean };
  isPrimary?: boolean;
  /** Returns the result to show. */
  run: (value: string) => Promise<ComponentChildren | void>;
}) {
  const { label, busy, field, isPrimary, run } = props;
  const box = useRef<HTMLInputElement>(null);
  const isBusy = useSignal(false);
  const result = useSignal<ComponentChildren>(undefined);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      result.value = (await run(box.current?.value ?? "")) ?? null;
    } catch {
      // Something else than the deployment has answered.
      result.value = <Complaint detail={texts.value.unreachable} />;
    }
    isBusy.value = false;
  }
  const row = (
    <div class="row">
      {field && (
        <input
          ref={box}
          {...(field.isSecret && { type: "password" })}
          required
          maxlength={500}
          defaultValue={field.value}
          autocomplete="off"
        />
      )}
      {/* Not `disabled`, which would lose the keyboard focus. */}
      <button class={isPrimary ? "primary" : ""} aria-disabled={isBusy.value}>
        {label}
      </button>
    </div>
  );
  return (
    <form onSubmit={(event) => void submit(event)}>
      {field ? (
        <label>
          {field.label}
          {row}
        </label>
      ) : (
        row
      )}
      <div role="status">{isBusy.value ? <p>{busy}</p> : result.value}</div>
    </form>
  );
}
