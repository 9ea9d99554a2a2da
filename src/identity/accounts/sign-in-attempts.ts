/** Attempts on one e-mail address from one network, in a quarter of an hour. */
export const ATTEMPTS = { name: "login", limit: 10, windowSeconds: 15 * 60, isClearable: true } as const;

/** Attempts on one e-mail address from everywhere, in an hour: far more than its owner needs. */
export const ATTEMPTS_ON_EMAIL = {
  name: "login-email",
  limit: 100,
  windowSeconds: 60 * 60,
  isClearable: true,
} as const;
