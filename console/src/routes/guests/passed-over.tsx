import type { Guest } from "@usher/client";
import { textsOf } from "../../i18n/text.tsx";
import { unsentWords } from "../../ui/unsent.ts";

const t = textsOf("unsent");

/** Why a waitlisted guest was not offered a free seat, and what the host can do. */
export function PassedOver({ guest: { rsvp }, canEdit }: { guest: Guest; canEdit: boolean }) {
  const reason = rsvp?.passed_over ?? null;
  if (reason === null) return null;
  return (
    <p className="notice warn small break">
      {[t("passed-over"), unsentWords(reason), t("passed-over-again"), ...(canEdit ? [t("passed-over-do")] : [])].join(
        " ",
      )}
    </p>
  );
}
