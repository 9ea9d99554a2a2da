import parsePhoneNumber, { type CountryCode, getCountries, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { expect, it } from "vitest";
import { phoneRanges } from "../../scripts/assets/build-data.ts";
import { ordinaryNumber } from "../../src/kernel/phone-ranges.ts";

const RANGES = phoneRanges();
const DEAR = ["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER", "PAGER", "UAN", "VOICEMAIL", "TOLL_FREE"];

it("recognises a mobile number of every country", () => {
  const wrong = getCountries().filter((country: CountryCode) => {
    const number = getExampleNumber(country, examples);
    return number !== undefined && ordinaryNumber(RANGES, number.number)?.prefix !== number.countryCallingCode;
  });
  expect(wrong).toEqual([]);
});

it("matches the library's result for many numbers and their countries", () => {
  let seed = 7;
  const digits = (length: number) =>
    Array.from({ length }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % 10;
    }).join("");
  let dear = 0;
  for (const code of Object.keys(RANGES)) {
    for (const start of ["", "7", "8", "9", "90", "70", "900"]) {
      for (let length = 7; length <= 10; length++) {
        const phone = `+${code}${start}${digits(length - start.length)}`;
        const known = parsePhoneNumber(phone);
        const type = known?.getType();
        if (type !== undefined && DEAR.includes(type)) {
          dear++;
          expect(ordinaryNumber(RANGES, phone), `${phone}, ${type}`).toBeNull();
        } else if (known?.number === phone && known.country !== undefined) {
          const found = ordinaryNumber(RANGES, phone);
          expect(found?.country ?? null, phone).toBe(type === undefined ? null : known.country);
        }
      }
    }
  }
  expect(dear).toBeGreaterThan(100);
});

it.each([
  ["+4915112345678", { country: "DE", prefix: "49" }],
  ["+442079460000", { country: "GB", prefix: "44" }],
  ["+14158675309", { country: "US", prefix: "1" }],
  ["+16135550123", { country: "CA", prefix: "1" }],
  ["+77011234567", { country: "KZ", prefix: "7" }],
  ["+390612345678", { country: "IT", prefix: "39" }],
  ["+499001234567", null],
  ["+19005550123", null],
  ["+447012345678", null],
  ["+88213123456", null],
  ["+999123456789", null],
])("returns the country of %s, or null for a special number", (phone, expected) => {
  expect(ordinaryNumber(RANGES, phone)).toEqual(expected);
});
