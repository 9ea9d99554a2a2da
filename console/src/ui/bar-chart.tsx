import { number } from "../i18n/formats.ts";
import { useText } from "../i18n/use-text.tsx";

export interface Bar {
  label: string;
  value: number;
}

/** Units of the drawing; the picture is scaled to the width that it has. */
const WIDTH = 640;
const HEIGHT = 200;
const FOOT = 22;
/** As many as have room on a phone, where the letters are larger. */
const LABELS = 5;
/** With more bars there is no room for the value of each. */
const MAX_VALUES = 16;

/**
 * Bars over time or by kind, and the same figures as a table to open below.
 * @param title what is counted; the name of the picture and the table's caption
 */
export function BarChart({ title, unit, bars }: { title: string; unit: string; bars: Bar[] }) {
  const t = useText("common");
  const highest = Math.max(1, ...bars.map((bar) => bar.value));
  const step = WIDTH / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / LABELS);
  return (
    <figure className="chart stack tight" style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={title}>
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" />
        {bars.map(({ label, value }, index) => {
          const height = (value / highest) * (HEIGHT - 18);
          return (
            <g key={label}>
              <rect
                x={index * step + step * 0.12}
                y={HEIGHT - height}
                width={step * 0.76}
                height={height}
                rx={Math.min(4, height / 2)}
                fill="var(--accent-text)"
              />
              {value > 0 && bars.length <= MAX_VALUES ? (
                <text x={index * step + step / 2} y={HEIGHT - height - 5} textAnchor="middle">
                  {number(value)}
                </text>
              ) : null}
              {index % every === 0 ? (
                <text x={index * step + step / 2} y={HEIGHT + FOOT - 6} textAnchor="middle">
                  {label}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      <details className="small">
        <summary className="muted">{t("as-table")}</summary>
        <div className="table-wrap">
          <table className="table numeric">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col" className="end">
                  {unit}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="end">{number(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
