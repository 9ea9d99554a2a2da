/** Words and numbers about the engine itself: never an address, an agent, a secret or anybody's id. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export type Log = (level: "info" | "warn" | "error", msg: string, fields?: LogFields) => void;

/** One JSON line per record on standard error; standard output has the ready line alone. */
export const log: Log = (level, msg, fields = {}) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields })}\n`);
};

/** The kind of an error, without its text, which may quote what a caller sent. */
export function errorFields(error: unknown): LogFields {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (error as { code?: unknown } | null)?.code ?? (cause as { code?: unknown } | undefined)?.code;
  const name = error instanceof Error ? error.name : typeof error;
  return {
    error: name,
    cause: cause instanceof Error ? cause.name : null,
    code: code === undefined ? null : String(code),
  };
}
