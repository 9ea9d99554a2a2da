/**
 * How texts address the guests of an event in languages that distinguish: with *Sie* and *vous*, or with *du* and *tu*.
 */
export const ADDRESS_FORMS = ["formal", "informal"] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];
