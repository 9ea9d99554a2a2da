import { useId, useMemo } from "react";
import { zoneName } from "../i18n/formats.ts";
import { timeZonesByRegion } from "../i18n/zoned-time.ts";

/** A zone by its place. The browser's own list: it has four hundred entries, and a phone shows those best by itself. */
export function TimeZoneField({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help?: string;
  /** The name in the IANA database, which nobody sees. */
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const regions = useMemo(() => timeZonesByRegion(value), [value]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(help === undefined ? {} : { "aria-describedby": `${id}-help` })}
      >
        {[...regions].map(([region, zones]) => (
          <optgroup key={region} label={region.replaceAll("_", " ")}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zoneName(zone)}
              </option>
            ))}
          </optgroup>
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
