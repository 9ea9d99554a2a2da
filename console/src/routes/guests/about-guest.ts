import type { NamedGuest } from "@usher/client";
import { list, textsOf } from "../../i18n/text.tsx";

const t = textsOf("common");

/** Digits that tell apart two phone numbers. */
const PHONE_ENDING_DIGITS = 3;

/** A person of a party. `companion`: null for the guest. */
export function nameInParty(guest: string, companion: string | null): string {
  return companion === null ? guest : t("companion-of", { companion, guest });
}

/** Returns "table 7", and the host's text for a table that has a name. */
export function tableText(table: string): string {
  return /^\d+$/.test(table) ? t("at-table", { table }) : table;
}

type Distinct = Pick<NamedGuest, "table" | "companions" | "email" | "phone"> & {
  /** The companions whom the guest has named. */
  rsvp?: { companions: readonly { name: string | null }[] } | null;
};

/**
 * Returns table, companions and a contact. They tell guests of one name apart wherever a host chooses a guest.
 * @param companion a companion whom the host reads next to it
 */
export function aboutGuest({ table, companions, email, phone, rsvp }: Distinct, companion: string | null = null) {
  const names = new Set([...companions, ...(rsvp?.companions ?? [])].flatMap(({ name }) => name ?? []));
  if (companion !== null) names.delete(companion);
  const about = [
    table === null ? "" : tableText(table),
    names.size === 0 ? "" : t("with-companions", { names: list([...names]) }),
    email ?? (phone === null ? t("no-contact") : t("phone-ending", { digits: phone.slice(-PHONE_ENDING_DIGITS) })),
  ];
  return about.filter(Boolean).join(" · ");
}
