/** Countries by calling code, the main one first: country, the digits with which its numbers begin, its ordinary numbers. */
export type PhoneRanges = Readonly<Record<string, [country: string, leadingDigits: string, ordinary: string][]>>;

/** Country of an ordinary number. `prefix`: its calling code, `49`. */
export interface OrdinaryNumber {
  country: string;
  prefix: string;
}

const LONGEST_CODE = 3;

/**
 * The country of an ordinary number: a landline, a mobile phone or one of the Internet. Null for premium-rate, shared-cost and
 * personal numbers, pagers, and numbers that no country has assigned.
 * @param phone E.164
 */
export function ordinaryNumber(ranges: PhoneRanges, phone: string): OrdinaryNumber | null {
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const prefix = phone.slice(1, length + 1);
    const national = phone.slice(length + 1);
    const countries = ranges[prefix];
    // No code is a prefix of another one.
    if (countries === undefined) continue;
    const found = countries.find(
      ([, leading, ordinary]) =>
        (leading === "" || new RegExp(`^(?:${leading})`).test(national)) &&
        new RegExp(`^(?:${ordinary})$`).test(national),
    );
    return found === undefined ? null : { country: found[0], prefix };
  }
  return null;
}
