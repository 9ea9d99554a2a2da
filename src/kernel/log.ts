/** Ids, counts and fixed words: never a token, an address, a name or other user input. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type LogLevel = "info" | "warn" | "error";

/** Stack frames per log line. */
const MAX_FRAMES = 8;

/**
 * Writes one JSON line: `level`, `msg` (the event's name in snake_case, listed in docs/operations.md), then the fields.
 * @param error its class, code, frames and the class of its cause are logged; its message is not, because it may quote
 *   what a person sent
 */
export function log(level: LogLevel, msg: string, fields: LogFields = {}, error?: unknown): void {
  const line = { level, msg, ...fields, ...(error === undefined ? {} : errorFields(error)) };
  // biome-ignore lint/suspicious/noConsole: the one place that writes the log
  console[level](JSON.stringify(line));
}

/** The loggable fields of an error. `detail` is the message of an error with `isSafeToLog`, which quotes no input. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, isSafeToLog } = error as { code?: unknown; isSafeToLog?: unknown };
  return {
    error: error.name,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    cause: error.cause instanceof Error ? error.cause.name : undefined,
    stack: framesOf(error),
    detail: isSafeToLog === true ? error.message : undefined,
  };
}

/** Returns only the frames, because a stack begins with the message. */
function framesOf({ stack }: Error): string | undefined {
  const frames = stack?.split("\n").filter((line) => line.trim().startsWith("at "));
  return frames?.slice(0, MAX_FRAMES).join("\n");
}
