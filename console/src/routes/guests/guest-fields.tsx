import { textsOf } from "../../i18n/text.tsx";
import { TextField } from "../../ui/field.tsx";
import { useHasFieldError } from "../../ui/form.tsx";
import type { GuestField, GuestValues } from "./guest-form.ts";
import { PhoneField } from "./phone-field.tsx";

const t = textsOf("guest");

const FIELDS: { field: GuestField; rows?: number; type?: "email"; inputMode?: "numeric"; hasHelp?: true }[] = [
  { field: "name" },
  { field: "email", type: "email" },
  { field: "phone" },
  { field: "party_size", inputMode: "numeric", hasHelp: true },
  { field: "companions", rows: 2, hasHelp: true },
  { field: "tags", hasHelp: true },
  { field: "table" },
];
const FURTHER: typeof FIELDS = [
  { field: "greeting", hasHelp: true },
  { field: "notes", rows: 3 },
  { field: "locale", hasHelp: true },
  { field: "external_id", hasHelp: true },
];

export function GuestFields({
  values,
  onChange,
  isReadOnly = false,
  isFocused = false,
}: {
  values: GuestValues;
  onChange: (field: GuestField, value: string) => void;
  isReadOnly?: boolean;
  /** Focuses the first field when the form appears. */
  isFocused?: boolean;
}) {
  const areFurtherWrong = useHasFieldError(FURTHER.map(({ field }) => field));
  const show = ({ field, rows, type, inputMode, hasHelp }: (typeof FIELDS)[number]) =>
    field === "phone" ? (
      <PhoneField
        key={field}
        value={values.phone}
        onChange={(value) => onChange(field, value)}
        isReadOnly={isReadOnly}
      />
    ) : (
      <TextField
        key={field}
        name={field}
        label={t(`field-${field}`)}
        value={values[field]}
        onChange={(value) => onChange(field, value)}
        autoComplete="off"
        isReadOnly={isReadOnly}
        isRequired={field === "name"}
        autoFocus={isFocused && field === "name"}
        {...(rows === undefined ? {} : { rows })}
        {...(type === undefined ? {} : { type })}
        {...(inputMode === undefined ? {} : { inputMode })}
        {...(hasHelp ? { help: t(`help-${field as HelpedField}`) } : {})}
      />
    );
  const isFurtherOpen = areFurtherWrong || FURTHER.some(({ field }) => values[field] !== "");
  return (
    <>
      <div className="guest-fields">{FIELDS.map(show)}</div>
      <details open={isFurtherOpen}>
        <summary>{t("further-fields")}</summary>
        <div className="guest-fields">{FURTHER.map(show)}</div>
      </details>
    </>
  );
}

type HelpedField = "party_size" | "companions" | "tags" | "greeting" | "locale" | "external_id";
