import { list as joined } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { type Option, Select } from "../../ui/select.tsx";
import { IMPORT_FIELDS, type ImportField, namesGuests } from "./plan.ts";
import type { Import } from "./use-import.ts";

const IGNORED = "ignored";
type Choice = NonNullable<ImportField> | typeof IGNORED;

/** What each column of the sheet is read as; the host may choose otherwise. */
export function Columns({ list }: { list: Import }) {
  const t = useText("import");
  const isNamed = namesGuests(list.columns);
  const options: Option<Choice>[] = [
    { value: IGNORED, label: t("field-ignored") },
    ...IMPORT_FIELDS.map((field) => ({ value: field, label: t(`field-${field}`) })),
  ];
  const ignored = list.columns.filter(({ field }) => field === null).length;
  const body = (
    <ul className="plain-list import-columns">
      {list.columns.map(({ header, field, samples }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other id, and keep their places
        <li key={index} className="stack tight">
          <Select<Choice>
            label={header === "" ? t("column-unnamed", { number: index + 1 }) : header}
            value={field ?? IGNORED}
            options={options}
            onChange={(chosen) => list.choose(index, chosen === IGNORED ? null : chosen)}
          />
          <p className="muted small import-samples" dir="auto">
            {samples.length === 0 ? t("column-empty") : joined(samples)}
          </p>
        </li>
      ))}
    </ul>
  );
  if (!isNamed) {
    return (
      <section className="card stack" aria-labelledby="columns">
        <h2 id="columns">{t("columns-unknown")}</h2>
        <p>{t("columns-unknown-lead")}</p>
        {body}
        <div>
          <Button look="quiet" isSmall onPress={list.treatHeaderAsGuest}>
            {t("first-row-is-guest")}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <details className="card">
      <summary>
        <span className="h2">{t("columns")}</span>{" "}
        <span className="muted">{t("columns-lead", { read: list.columns.length - ignored, ignored })}</span>
      </summary>
      {body}
    </details>
  );
}
