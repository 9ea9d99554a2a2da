/** An error that the user can fix. Commands print its message without a stack; the message explains how to fix it. */
export class CliError extends Error {
  override readonly name = "CliError";
}
