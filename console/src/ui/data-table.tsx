import { number } from "../i18n/formats.ts";
import { useText } from "../i18n/use-text.tsx";

/** The figures behind a chart, to open. */
export function DataTable({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: string[];
  rows: { label: string; values: number[] }[];
}) {
  const t = useText("common");
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
