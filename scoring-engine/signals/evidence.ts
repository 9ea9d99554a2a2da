/** Numbers and short words only: hosts read them in the access log, so they hold no address and no user agent. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;
