type Cell = string | number | boolean | null;

/**
 * A table as CSV (RFC 4180) with a header, for spreadsheets: with a mark that
 * says UTF-8, and no cell that one would run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [
    columns,
    ...rows.map((row) => columns.map((column) => row[column] ?? "")),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(toCell).join(",")}\r\n`).join("")}`;
}

function toCell(value: Cell): string {
  if (typeof value === "number") return String(value);
  const text = String(value);
  const safe = /^[\s\uFEFF]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(
    text,
  )
    ? `'${text}`
    : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
