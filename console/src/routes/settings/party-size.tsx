import { textsOf } from "../../i18n/text.tsx";
import { Select } from "../../ui/field.tsx";

const t = textsOf("common");

/** Companions of a guest without any limit: `default_party_size` is null. */
export const MOST_COMPANIONS = 10;
const OFFERED = [0, 1, 2, 3, 4, 5, MOST_COMPANIONS];

/**
 * Chooses how many people each guest may bring.
 * @param value the event's `default_party_size`, which includes the guest; null: up to ten companions
 */
export function PartySizeSelect({
  label,
  help,
  value,
  onChange,
  isDisabled = false,
}: {
  label: string;
  help?: string;
  value: number | null;
  onChange: (size: number | null) => void;
  isDisabled?: boolean;
}) {
  const companions = value === null ? MOST_COMPANIONS : value - 1;
  const offered = OFFERED.includes(companions) ? OFFERED : [...OFFERED, companions].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      {...(help === undefined ? {} : { help })}
      name="default_party_size"
      value={String(companions)}
      onChange={(chosen) => onChange(Number(chosen) === MOST_COMPANIONS ? null : Number(chosen) + 1)}
      isDisabled={isDisabled}
      options={offered.map((count) => ({ value: String(count), label: t("brings", { count }) }))}
    />
  );
}

/** A `default_party_size` as the number of people that a guest may bring, such as "Up to 3 people". */
export function partySizeText(size: unknown): string {
  return t("brings", { count: typeof size === "number" ? size - 1 : MOST_COMPANIONS });
}
