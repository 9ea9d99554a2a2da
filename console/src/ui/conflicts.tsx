import { list, textsOf } from "../i18n/text.tsx";
import { Choices } from "./field.tsx";
import { useFocus } from "./use-focus.ts";

const t = textsOf("common");

/** The difference between the edits of two hosts. */
interface TwoEdits<Field> {
  conflicts: readonly { field: Field; mine: unknown; theirs: unknown }[];
  /** Fields that only the other host changed. */
  theirs: readonly Field[];
}

/**
 * The fields that two hosts changed, to choose from, and the other host's further changes.
 * @param merge null for no conflict
 * @param title names what both changed
 * @param isMine whether this host's value of a field is chosen
 */
export function Conflicts<Field extends string>({
  merge,
  title = t("conflict-title"),
  labelOf,
  textOf = String,
  emptyText = t("empty-value"),
  isMine,
  onChoose,
}: {
  merge: TwoEdits<Field> | null;
  title?: string;
  labelOf: (field: Field) => string;
  textOf?: (value: unknown, field: Field) => string;
  /** Says that a field has no value. */
  emptyText?: string;
  isMine: (field: Field) => boolean;
  onChoose: (field: Field, value: unknown) => void;
}) {
  const notice = useFocus<HTMLDivElement>(merge);
  if (merge === null) return null;
  const shown = (value: unknown, field: Field) => {
    const text = value === null || value === undefined ? "" : textOf(value, field);
    return text === "" ? emptyText : text;
  };
  return (
    <div ref={notice} tabIndex={-1} className="notice warn stack" role="alert">
      <div className="stack tight">
        <strong>{title}</strong>
        <p>{t("conflict-lead")}</p>
      </div>
      {merge.conflicts.map(({ field, mine, theirs }) => (
        <Choices
          key={field}
          label={labelOf(field)}
          value={isMine(field) ? "mine" : "theirs"}
          onChange={(chosen) => onChoose(field, chosen === "mine" ? mine : theirs)}
          options={[
            { value: "mine", label: t("mine", { value: shown(mine, field) }) },
            { value: "theirs", label: t("theirs", { value: shown(theirs, field) }) },
          ]}
        />
      ))}
      {merge.theirs.length === 0 ? null : (
        <p className="small">{t("also-changed", { fields: list(merge.theirs.map(labelOf)) })}</p>
      )}
    </div>
  );
}
