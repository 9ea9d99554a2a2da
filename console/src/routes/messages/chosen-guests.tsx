import type { Guest } from "@usher/client";
import { useState } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, SearchField } from "../../ui/field.tsx";
import { useFieldError } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { aboutGuest } from "../guests/about-guest.ts";

const t = textsOf("messages");

/** Guests that are shown at first, and with each "more". */
const STEP = 20;

/** Chooses guests one by one. Lists the chosen guests, or the results of a search. */
export function ChosenGuests({
  guests,
  isComplete,
  chosen,
  onChange,
}: {
  guests: Guest[];
  /** Whether `guests` are all of the event. */
  isComplete: boolean;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const error = useFieldError("guest_ids");
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(STEP);
  // A removed guest stays in the list, so the focus stays and the guest can be chosen again.
  const [listed, setListed] = useState(chosen);
  const ids = new Set(chosen);
  const wanted = search.trim().toLowerCase();
  const known = new Set([...listed, ...chosen]);
  const found = guests.filter(({ id, name, email }) =>
    wanted === "" ? known.has(id) : `${name} ${email ?? ""}`.toLowerCase().includes(wanted),
  );
  const toggle = (id: string, isChosen: boolean) => {
    setListed([...known]);
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  };
  return (
    <fieldset className="plain stack tight">
      <legend className="visually-hidden">{t("audience-chosen")}</legend>
      <SearchField
        label={t("chosen-find")}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setShown(STEP);
        }}
      />
      <p className="small muted" role="status">
        {wanted === "" ? t("chosen-count", { count: chosen.length }) : t("chosen-found", { count: found.length })}
      </p>
      {isComplete || found.length > 0 ? null : <Skeleton lines={2} label={t("loading")} />}
      <ul className="plain-list stack tight">
        {found.slice(0, shown).map((guest) => (
          <li key={guest.id}>
            <Checkbox isSelected={ids.has(guest.id)} onChange={(isChosen) => toggle(guest.id, isChosen)}>
              <span className="break" dir="auto">
                {guest.name}
              </span>{" "}
              <span className="small muted break" dir="auto">
                {aboutGuest(guest)}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {found.length > shown ? (
        <Button look="quiet" isSmall onPress={() => setShown(shown + STEP)}>
          {t("more", { count: found.length - shown })}
        </Button>
      ) : null}
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
