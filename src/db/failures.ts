/** What SQLite says when an invariant held and the statement did not. */
const CONSTRAINT = /constraint failed/i;
/** What SQLite says of a statement that can never work: that is a defect of ours, not a database that is down. */
const OUR_MISTAKE = /SQLITE_ERROR|syntax error|no such (table|column)|SQLITE_MISMATCH|too many SQL variables/i;
/** What D1 says of itself; drizzle wraps it as the cause. */
const PLATFORM = /D1_ERROR|D1 DB|Network connection lost|database disk image|internal error|storage operation/i;

/** True for a broken UNIQUE, CHECK or FOREIGN KEY: somebody else was first, or a rule was missed before the write. */
export function isConstraintViolation(error: unknown): boolean {
  return messages(error).some((message) => CONSTRAINT.test(message));
}

/** True when the database itself failed: overloaded, unreachable, out of space. The same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  const said = messages(error);
  const ours = said.some((message) => CONSTRAINT.test(message) || OUR_MISTAKE.test(message));
  return !ours && said.some((message) => PLATFORM.test(message));
}

function messages(error: unknown): string[] {
  const found: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) found.push(cause.message);
  return found;
}
