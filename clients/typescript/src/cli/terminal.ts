/** Where a command writes. */
export interface Terminal {
  /** A line of the result, on stdout: what another program may read. */
  print(line: string): void;
  /** A line for people, on stderr. */
  note(line: string): void;
  /** Replaces the drawn progress bar. Does nothing if stderr is not a terminal. */
  progress(done: number, total: number, what: string): void;
}

const BAR_WIDTH = 24;
/** Erases the line and puts the cursor at its start. */
const CLEAR_LINE = "\r\u001b[2K";

/** The terminal of this process. */
export function terminal({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr"> = process): Terminal {
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stderr.write(CLEAR_LINE);
    isDrawn = false;
  };
  return {
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    note(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(done, total, what) {
      if (!stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${barOf(done, total)} ${done} of ${total} ${what}`);
      isDrawn = true;
      if (done >= total) clear();
    },
  };
}

/** `[██████░░░░]`. */
export function barOf(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `[${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}]`;
}

/** Rows as columns of equal width, but for the last. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Text of guests without the characters that steer a terminal: a name must not move the cursor or change its colours. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}
