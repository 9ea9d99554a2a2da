/** An error that the user can fix. Commands print its message without a stack; the message says how to fix it. */
export class CliError extends Error {
  override readonly name = "CliError";
}
