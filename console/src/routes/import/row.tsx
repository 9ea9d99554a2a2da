import { list as joined, textsOf } from "../../i18n/text.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Badge } from "../../ui/states.tsx";
import { aboutGuest, nameInParty, tableText } from "../guests/about-guest.ts";
import type { CheckedRow, Group } from "./plan.ts";

const t = textsOf("import");
const common = textsOf("common");

const TONES: Record<Group, "good" | "warn" | "bad" | undefined> = {
  ready: "good",
  mend: "bad",
  twice: "warn",
  known: undefined,
};

interface RowProps {
  row: CheckedRow;
  group: Group;
  /** Finds a row by the API's number. */
  rowOf: (number: number) => CheckedRow | undefined;
  isLeftOut: boolean;
  onLeaveOut: (numbers: number[], isLeftOut: boolean) => void;
}

/** A row with the result that its import would have, and those who may be the same guest. */
export function Row({ row, group, rowOf, isLeftOut, onLeaveOut }: RowProps) {
  const { checked } = row;
  const { email, phone, table, companions, tags } = checked;
  const facts = [
    email,
    phone,
    table === null ? null : tableText(table),
    companions.length === 0 ? null : common("with-companions", { names: joined(companions.map(({ name }) => name)) }),
    tags.length === 0 ? null : joined(tags),
  ];
  const words = facts.filter((fact) => fact !== null).join(" · ");
  return (
    <div className="import-row">
      <span className="muted numeric small">{t("row", { number: String(row.row) })}</span>
      <span className="grow stack import-who">
        <strong dir="auto" className="break">
          {checked.name ?? t("no-name")}
          {checked.party_size === null ? "" : ` ${t("party", { count: checked.party_size })}`}
        </strong>
        <span className="muted small break" dir="auto">
          {words}
        </span>
        <Matches row={row} rowOf={rowOf} />
      </span>
      {group === "twice" ? (
        <Checkbox isSelected={!isLeftOut} onChange={(isWanted) => onLeaveOut([row.row], !isWanted)}>
          {t("import-row")}
        </Checkbox>
      ) : (
        <Badge tone={TONES[group]}>{t(`status-${checked.status}`)}</Badge>
      )}
    </div>
  );
}

/** The guests on the list and the earlier rows that may be the guest of a row, with what tells them apart. */
function Matches({ row: { checked }, rowOf }: Pick<RowProps, "row" | "rowOf">) {
  const isAsked = checked.status === "possible_duplicate";
  // A row that is left out says only if its address or ID belongs to somebody else.
  const listed = checked.matches.filter(({ guest }) => isAsked || guest.name !== checked.name);
  const earlier = checked.same_name_rows.flatMap((number) => rowOf(number) ?? []);
  if (listed.length === 0 && earlier.length === 0) return null;
  return (
    <ul className="plain-list small import-matches">
      {listed.map(({ guest, matched_companion: companion }) => (
        <li key={guest.id} className="break" dir="auto">
          {t("match-listed", { name: nameInParty(guest.name, companion), about: aboutGuest(guest, companion) })}
        </li>
      ))}
      {earlier.map((other) => (
        <li key={other.row} className="break" dir="auto">
          {t("match-row", {
            number: String(other.row),
            name: other.checked.name ?? "",
            about: aboutGuest(other.checked),
          })}
        </li>
      ))}
    </ul>
  );
}
