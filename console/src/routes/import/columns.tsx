import { list as joined, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { type Option, Select } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { IMPORT_FIELDS, type ImportField, namesGuests } from "./plan.ts";
import type { Import } from "./use-import.ts";

const t = textsOf("import");

const IGNORED = "ignored";

type Choice = NonNullable<ImportField> | typeof IGNORED;

/** How each column of the sheet is read. The host can choose another field. */
export function Columns({ list }: { list: Import }) {
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
      <Section id="columns" title={t("columns-unknown")}>
        <p>{t("columns-unknown-lead")}</p>
        {body}
        <Button look="quiet" isSmall onPress={list.treatHeaderAsGuest}>
          {t("first-row-is-guest")}
        </Button>
      </Section>
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
