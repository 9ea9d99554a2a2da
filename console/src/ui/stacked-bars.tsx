import { number } from "../i18n/formats.ts";
import { DataTable } from "./data-table.tsx";

export interface Series {
  label: string;
  /** A colour of the tokens, such as `var(--good)`. */
  color: string;
}

/** Units of the drawing; the picture is scaled to the width that it has. */
const WIDTH = 640;
const HEIGHT = 180;
const FOOT = 22;
/** As many as have room on a phone, where the letters are larger. */
const LABELS = 4;

/**
 * Bars of several parts, one over another, with a legend, and the same figures as a table to open below.
 * @param rows one for each bar: its label and a value for each series
 */
export function StackedBars({
  title,
  series,
  rows,
}: {
  title: string;
  series: Series[];
  rows: { label: string; values: number[] }[];
}) {
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const highest = Math.max(1, ...rows.map(({ values }) => total(values)));
  const step = WIDTH / Math.max(1, rows.length);
  const every = Math.ceil(rows.length / LABELS);
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
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={title}>
        <text x="0" y="10">
          {number(highest)}
        </text>
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" />
        {rows.map(({ label, values }, index) => {
          let top = HEIGHT;
          return (
            <g key={label}>
              {values.map((value, part) => {
                const height = (value / highest) * (HEIGHT - 16);
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
              {index % every === 0 ? (
                <text
                  x={index * step + step / 2}
                  y={HEIGHT + FOOT - 6}
                  textAnchor={index === 0 && every > 1 ? "start" : "middle"}
                >
                  {label}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      <DataTable title={title} columns={series.map(({ label }) => label)} rows={rows} />
    </figure>
  );
}
