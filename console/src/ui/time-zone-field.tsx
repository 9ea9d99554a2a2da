import { type ComponentProps, useMemo } from "react";
import { zoneName } from "../i18n/text.tsx";
import { timeZonesByRegion } from "../i18n/zoned-time.ts";
import { NativeSelect } from "./field.tsx";

/** A time zone, by region and place. @param value the IANA name */
export function TimeZoneField(props: Omit<ComponentProps<typeof NativeSelect>, "children">) {
  const regions = useMemo(() => timeZonesByRegion(props.value), [props.value]);
  return (
    <NativeSelect {...props}>
      {[...regions].map(([region, zones]) => (
        <optgroup key={region} label={region.replaceAll("_", " ")}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
