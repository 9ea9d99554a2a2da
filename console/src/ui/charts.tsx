import type { ReactNode } from "react";
import { number, percent, textsOf } from "../i18n/text.tsx";

const t = textsOf("common");

/** Units of a drawing, which is scaled to the width of its place. */
const WIDTH = 640;
const FOOT = 22;
const BAR_HEIGHT = 200;
const STACK_HEIGHT = 180;
/** Labels that fit on a phone, where letters are larger. */
const BAR_LABELS = 5;
const STACK_LABELS = 4;
/** With more bars there is no space for the value of each. */
const MAX_VALUES = 16;

interface Row {
  label: string;
  values: number[];
}

interface Series {
  label: string;
  /** A colour of the tokens, such as `var(--good)`. */
  color: string;
}

/**
 * Bars over time or by kind, and the same numbers as a table to open below.
 * @param title of the drawing and of the table
 */
export function BarChart({
  title,
  unit,
  bars,
}: {
  title: string;
  unit: string;
  bars: { label: string; value: number }[];
}) {
  const highest = Math.max(1, ...bars.map((bar) => bar.value));
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <figure className="chart stack tight plain">
      <Drawing title={title} height={BAR_HEIGHT} labels={bars.map(({ label }) => label)} maxLabels={BAR_LABELS}>
        {bars.map(({ label, value }, index) => {
          const height = (value / highest) * (BAR_HEIGHT - 18);
          return (
            <g key={label}>
              <rect
                x={index * step + step * 0.12}
                y={BAR_HEIGHT - height}
                width={step * 0.76}
                height={height}
                rx={Math.min(4, height / 2)}
                fill="var(--accent-text)"
              />
              {value > 0 && bars.length <= MAX_VALUES ? (
                <text x={index * step + step / 2} y={BAR_HEIGHT - height - 5} textAnchor="middle">
                  {number(value)}
                </text>
              ) : null}
            </g>
          );
        })}
      </Drawing>
      <DataTable title={title} columns={[unit]} rows={bars.map(({ label, value }) => ({ label, values: [value] }))} />
    </figure>
  );
}

/**
 * Bars of several parts, with a legend, and the same numbers as a table to open below.
 * @param rows one per bar, with a value per series
 */
export function StackedBars({ title, series, rows }: { title: string; series: Series[]; rows: Row[] }) {
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const highest = Math.max(1, ...rows.map(({ values }) => total(values)));
  const step = WIDTH / Math.max(1, rows.length);
  return (
    <figure className="chart stack tight plain">
      <ul className="plain-list row small" aria-hidden="true">
        {series.map(({ label, color }) => (
          <li key={label} className="legend">
            <span style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <Drawing title={title} height={STACK_HEIGHT} labels={rows.map(({ label }) => label)} maxLabels={STACK_LABELS}>
        <text x="0" y="10">
          {number(highest)}
        </text>
        {rows.map(({ label, values }, index) => {
          let top = STACK_HEIGHT;
          return (
            <g key={label}>
              {values.map((value, part) => {
                const height = (value / highest) * (STACK_HEIGHT - 16);
                top -= height;
                const { label: name = "", color = "" } = series[part] ?? {};
                return value === 0 ? null : (
                  <rect
                    key={name}
                    x={index * step + step * 0.12}
                    y={top}
                    width={step * 0.76}
                    height={height}
                    fill={color}
                  />
                );
              })}
            </g>
          );
        })}
      </Drawing>
      <DataTable title={title} columns={series.map(({ label }) => label)} rows={rows} />
    </figure>
  );
}

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

/** The frame of a drawing: its base line, and labels below it. */
function Drawing({
  title,
  height,
  labels,
  maxLabels,
  children,
}: {
  title: string;
  height: number;
  labels: string[];
  maxLabels: number;
  children: ReactNode;
}) {
  const step = WIDTH / Math.max(1, labels.length);
  const every = Math.ceil(labels.length / maxLabels);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height + FOOT}`} role="img" aria-label={title}>
      <line x1="0" x2={WIDTH} y1={height} y2={height} stroke="var(--line)" />
      {children}
      {labels.map((label, index) =>
        index % every === 0 ? (
          <text
            key={label}
            x={index * step + step / 2}
            y={height + FOOT - 6}
            textAnchor={index === 0 && every > 1 ? "start" : "middle"}
          >
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

function DataTable({ title, columns, rows }: { title: string; columns: string[]; rows: Row[] }) {
  return (
    <details className="small">
      <summary className="muted">{t("as-table")}</summary>
      <div className="table-wrap">
        <table className="table numeric">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className="end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={columns[index]} className="end">
                    {number(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
