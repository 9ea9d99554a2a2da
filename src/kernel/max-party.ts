/** The most people of one check-in, including later arrivals. The column has the same limit. */
export const MAX_PARTY = 20;
