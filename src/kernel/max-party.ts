/** The most people of one check-in, those who come later included; the column has the same limit. */
export const MAX_PARTY = 20;
