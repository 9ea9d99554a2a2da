/** Failed logins in a row that lock an account; only a password reset opens it again. */
export const FAILURES_BEFORE_LOCK = 5;
