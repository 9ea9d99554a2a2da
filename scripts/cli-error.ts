/** Something that whoever starts the program can put right. Its message says how, and is all that is printed. */
export class CliError extends Error {
  override readonly name = "CliError";
}
