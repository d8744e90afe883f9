/** Whether to print in colour: to a terminal, and not if https://no-color.org. */
export function hasColour(): boolean {
  return process.stdout.isTTY && !process.env["NO_COLOR"];
}
