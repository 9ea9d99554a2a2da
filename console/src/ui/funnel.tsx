import { number, percent } from "../i18n/formats.ts";
import { DataTable } from "./data-table.tsx";

/** Steps of which each is a part of the first, as bars, and as a table to open below. */
export function Funnel({
  title,
  unit,
  steps,
}: {
  title: string;
  unit: string;
  steps: { label: string; value: number }[];
}) {
  const whole = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <figure className="stack tight plain">
      <ul className="plain-list stack tight" aria-label={title}>
        {steps.map(({ label, value }) => (
          <li key={label} className="funnel-step">
            <span className="row spread">
              <span>{label}</span>
              <span className="numeric">
                <strong>{number(value)}</strong> <span className="muted">{percent(value / whole)}</span>
              </span>
            </span>
            <span className="bar" aria-hidden="true">
              <span className="fill" style={{ width: `${(value / whole) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <DataTable title={title} columns={[unit]} rows={steps.map(({ label, value }) => ({ label, values: [value] }))} />
    </figure>
  );
}
