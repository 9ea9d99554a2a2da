/** What SQLite says when an invariant held and the statement did not. */
const CONSTRAINT = /constraint failed/i;
/** What D1 says of itself; drizzle wraps it as the cause. */
const PLATFORM = /D1_ERROR|D1 DB|Network connection lost|database disk image|internal error|storage operation/i;

/** True for a broken UNIQUE, CHECK or FOREIGN KEY: somebody else was first, or a rule was missed before the write. */
export function isConstraintViolation(error: unknown): boolean {
  return messages(error).some((message) => CONSTRAINT.test(message));
}

/** True when the database itself failed: overloaded, unreachable, out of space. The same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  const said = messages(error);
  return said.some((message) => PLATFORM.test(message)) && !said.some((message) => CONSTRAINT.test(message));
}

function messages(error: unknown): string[] {
  const found: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) found.push(cause.message);
  return found;
}
