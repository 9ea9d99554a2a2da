/** A violated constraint. */
const CONSTRAINT = /constraint failed/i;
/** An invalid statement: a defect of the code, not an outage. */
const INVALID_STATEMENT = /SQLITE_ERROR|syntax error|no such (table|column)|SQLITE_MISMATCH|too many SQL variables/i;
/** Messages of D1 itself; Drizzle wraps them as the cause. */
const PLATFORM = /D1_ERROR|D1 DB|Network connection lost|database disk image|internal error|storage operation/i;

/** True for a violated UNIQUE, CHECK or FOREIGN KEY constraint: usually a concurrent write came first. */
export function isConstraintViolation(error: unknown): boolean {
  return messages(error).some((message) => CONSTRAINT.test(message));
}

/** True for a violated constraint that names a column. */
export function violates(error: unknown, column: string): boolean {
  return messages(error).some((message) => CONSTRAINT.test(message) && message.includes(column));
}

/** True when the database is overloaded, unreachable or out of space: the same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  const found = messages(error);
  const isOurs = found.some((message) => CONSTRAINT.test(message) || INVALID_STATEMENT.test(message));
  return !isOurs && found.some((message) => PLATFORM.test(message));
}

function messages(error: unknown): string[] {
  const found: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) found.push(cause.message);
  return found;
}
