import { useSignal } from "@preact/signals";
import { ScrollBox } from "../../../page/client/parts/elements.tsx";
import type { UsageBody } from "./console-api.ts";
import { showNumber, texts } from "./current-texts.ts";
import { ListEnd } from "./elements.tsx";
import { useList } from "./use-list.ts";

/** Answers and tokens by day, channel and model. */
export function Usage() {
  const words = texts.value;
  const range = useSignal<{ from: string; to: string } | undefined>(undefined);
  const handle = useList("/api/usage", ({ usage, from, to }) => {
    range.value = { from, to };
    return usage;
  });
  const { items } = handle.list.value;
  return (
    <section class="wide" aria-label={words.views.usage}>
      {range.value && (
        <p class="note">{words.days(range.value.from, range.value.to)}</p>
      )}
      {items.length > 0 && <Table rows={items} />}
      <ListEnd handle={handle} empty={words.noUsage} />
    </section>
  );
}

const SUMS = ["turns", "failed", "input_tokens", "output_tokens"] as const;

function Table({ rows }: { rows: readonly UsageBody[] }) {
  const words = texts.value;
  const total = (name: (typeof SUMS)[number]) =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return (
    <ScrollBox aria-label={words.views.usage}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.channel}</th>
            <th scope="col">{words.model}</th>
            <th scope="col" class="number">
              {words.turns}
            </th>
            <th scope="col" class="number">
              {words.failed}
            </th>
            <th scope="col" class="number">
              {words.read}
            </th>
            <th scope="col" class="number">
              {words.written}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.channel} ${row.model}`}>
              <th scope="row">{row.day}</th>
              <td>{row.channel}</td>
              <td>{row.model}</td>
              {SUMS.map((name) => (
                <td key={name} class="number">
                  {showNumber(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan={3}>
              {words.total}
            </th>
            {SUMS.map((name) => (
              <td key={name} class="number">
                {showNumber(total(name))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}
