/** Consecutive failed logins that lock an account. Only a password reset unlocks it. */
export const MAX_FAILED_LOGINS = 5;
