import { userInfo } from "node:os";
import { CliError } from "../cli-error.ts";

/**
 * Returns the name of the operator: `USHER_OPERATOR`, or the user of this machine.
 * @throws CliError if the name is an email address, which the log must not contain
 */
export function operatorOf({ USHER_OPERATOR: named }: NodeJS.Dict<string>): string {
  if (!named) return userName();
  if (/^[^\s@][^@\p{Cc}]{0,63}$/u.test(named)) return named;
  throw new CliError("USHER_OPERATOR is a name of at most 64 characters, not an email address.");
}

function userName(): string {
  try {
    return userInfo().username.split("@")[0] || "unknown";
  } catch {
    // The user of a container can have a number without a name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
