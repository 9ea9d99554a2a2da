import { useEffect, useId, useState } from "react";
import { regionName } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { TextField } from "../../ui/field.tsx";
import { type CountryCode, loadPhoneRules, readPhoneCountry, rememberPhoneCountry, toE164 } from "./phone.ts";

/** The country of numbers without a country code: the host picks it, and this browser remembers it. */
export function PhoneCountry({
  country,
  onChange,
  help,
}: {
  country: CountryCode;
  onChange: (country: CountryCode) => void;
  help?: string;
}) {
  const t = useText("guest");
  const id = useId();
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
    <div className="field">
      <label htmlFor={id}>{t("phone-country")}</label>
      <select
        id={id}
        value={country}
        onChange={(event) => {
          const picked = event.target.value as CountryCode;
          rememberPhoneCountry(picked);
          onChange(picked);
        }}
        {...(help === undefined ? {} : { "aria-describedby": `${id}-help` })}
      >
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {help === undefined ? null : (
        <span id={`${id}-help`} className="help">
          {help}
        </span>
      )}
    </div>
  );
}

/** A phone number as the host writes it, with the form in which it is saved below. */
export function PhoneField({
  value,
  onChange,
  isReadOnly,
}: {
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
}) {
  const t = useText("guest");
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
