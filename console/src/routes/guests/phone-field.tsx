import { useEffect, useState } from "react";
import { regionName, textsOf } from "../../i18n/text.tsx";
import { NativeSelect, TextField } from "../../ui/field.tsx";
import { type CountryCode, loadPhoneRules, readPhoneCountry, rememberPhoneCountry, toE164 } from "./phone.ts";

const t = textsOf("guest");

/** Selects the country of numbers without a country code. This browser remembers it. */
export function PhoneCountry({
  country,
  onChange,
  help,
}: {
  country: CountryCode;
  onChange: (country: CountryCode) => void;
  help?: string;
}) {
  const [countries, setCountries] = useState<CountryCode[]>([]);
  useEffect(() => {
    loadPhoneRules().then(
      (rules) => setCountries(rules.getCountries()),
      () => undefined,
    );
  }, []);
  const options = [...new Set([country, ...countries])]
    .map((code) => ({ code, name: regionName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <NativeSelect
      label={t("phone-country")}
      help={help}
      value={country}
      onChange={(picked) => {
        rememberPhoneCountry(picked as CountryCode);
        onChange(picked as CountryCode);
      }}
    >
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** A phone number as typed, with its stored form as a hint. */
export function PhoneField({
  value,
  onChange,
  isReadOnly,
}: {
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
}) {
  const [country, setCountry] = useState(readPhoneCountry);
  const [saved, setSaved] = useState<{ value: string; country: CountryCode; number: string | null } | null>(null);
  useEffect(() => {
    if (value.trim() === "") return;
    let isCurrent = true;
    loadPhoneRules().then(
      (rules) => {
        if (isCurrent) setSaved({ value, country, number: toE164(rules, value, country) });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [value, country]);
  const isCurrent = saved?.value === value && saved.country === country;
  const number = isCurrent && value.trim() !== "" ? saved.number : null;
  return (
    <>
      <TextField
        name="phone"
        type="tel"
        label={t("field-phone")}
        value={value}
        onChange={onChange}
        autoComplete="off"
        isReadOnly={isReadOnly}
        help={number === null || number === value.trim() ? t("help-phone") : t("phone-saved-as", { number })}
      />
      {isReadOnly ? null : <PhoneCountry country={country} onChange={setCountry} />}
    </>
  );
}
