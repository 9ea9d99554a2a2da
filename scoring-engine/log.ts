/** Fields about the engine itself: never an address, a user agent, a secret or an id. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export type Log = (level: "info" | "warn" | "error", msg: string, fields?: LogFields) => void;

/** Writes one line of JSON to standard error; standard output has only the ready line. */
export const log: Log = (level, msg, fields = {}) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields })}\n`);
};

/** Name and code of an error, without its message, which may quote a request. */
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
