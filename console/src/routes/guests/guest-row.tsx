// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names its active row
import type { ListedGuest } from "@usher/client";
import { memo } from "react";
import { saidYes } from "../../../../src/kernel/standing.ts";
import { list, textsOf } from "../../i18n/text.tsx";
import { Badge } from "../../ui/states.tsx";
import { unsentWords } from "../../ui/unsent.ts";
import { aboutGuest, nameInParty } from "./about-guest.ts";
import { invitationState, standingState } from "./guest-state.ts";

interface RowProps {
  /** Undefined until the guest's page is loaded. */
  guest: ListedGuest | undefined;
  index: number;
  id: string;
  /** Distance from the top of the list. Pixels. */
  top: number;
  height: number;
  href: string;
  isSelected: boolean;
  isActive: boolean;
  canSelect: boolean;
}

/**
 * A row of the guest list. Rows are placed by transform and have a fixed height, so scrolling neither measures nor lays out
 * other rows. The list handles clicks.
 */
export const GuestRow = memo(function GuestRow(props: RowProps) {
  const { guest, index, id, top, height, isSelected, isActive } = props;
  const style = { transform: `translateY(${top}px)`, height };
  if (guest === undefined) {
    return (
      <div role="row" aria-rowindex={index + 2} className="guest-row" style={style}>
        <div role="gridcell" className="guest-name">
          <span className="skeleton" />
        </div>
      </div>
    );
  }
  const classes = ["guest-row", isSelected ? "is-selected" : "", isActive ? "is-active" : ""].filter(Boolean).join(" ");
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes}
      style={style}
      data-index={index}
    >
      <Cells {...props} guest={guest} />
    </div>
  );
});

/** Separate from the row, because they do not depend on its position. */
const Cells = memo(
  function Cells({ guest, href, isSelected, canSelect }: RowProps & { guest: ListedGuest }) {
    const t = textsOf("guests");
    const answer = standingState(guest);
    const invitation = invitationState(guest);
    // The size of a party that said yes, with or without a seat.
    const passedOver = guest.rsvp?.passed_over ?? null;
    const further = saidYes(guest.rsvp?.response) ? (guest.rsvp?.plus_ones ?? 0) : 0;
    return (
      <>
        <div role="gridcell" className="guest-check">
          {canSelect ? (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isSelected}
              readOnly
              aria-label={t("select-guest", { name: guest.name })}
            />
          ) : null}
        </div>
        <div role="rowheader" className="guest-name">
          <a href={href} tabIndex={-1} dir="auto">
            {nameInParty(guest.name, guest.matched_companion ?? null)}
          </a>
          {passedOver === null ? (
            <span className="muted small" dir="auto">
              {guest.email ?? guest.phone ?? aboutGuest(guest, guest.matched_companion ?? null)}
            </span>
          ) : (
            <span className="passed-over small" title={unsentWords(passedOver)}>
              {t(`passed-${passedOver}`)}
            </span>
          )}
        </div>
        <div role="gridcell" className="guest-answer">
          <Badge tone={answer.tone}>{t(answer.key)}</Badge>
          {further > 0 ? <span className="muted numeric">{t("plus", { count: further })}</span> : null}
        </div>
        <div role="gridcell" className={`guest-invitation ${invitation.tone ?? "muted"}`}>
          {t(invitation.key)}
        </div>
        <div role="gridcell" className="guest-tags muted" dir="auto">
          {list(guest.tags)}
        </div>
        <div role="gridcell" className="guest-table" dir="auto">
          {guest.table}
        </div>
      </>
    );
  },
  (before, after) =>
    before.guest === after.guest &&
    before.href === after.href &&
    before.isSelected === after.isSelected &&
    before.canSelect === after.canSelect,
);
