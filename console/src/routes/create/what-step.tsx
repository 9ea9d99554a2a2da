import { type FormEvent, useState } from "react";
import { textsOf, zoneName } from "../../i18n/text.tsx";
import { momentOf } from "../../i18n/zoned-time.ts";
import { Button } from "../../ui/button.tsx";
import { DateTimeField, TextField } from "../../ui/field.tsx";
import { TimeZoneField } from "../../ui/time-zone-field.tsx";
import { PartySizeSelect } from "../settings/party-size.tsx";
import type { Draft, StepProps } from "./draft.ts";

const t = textsOf("create");

/** The name, times and venue of the event. */
export function WhatStep({ draft, onChange, onNext }: StepProps & { onNext: () => void }) {
  const [isChoosingZone, setChoosingZone] = useState(false);
  const [wrong, setWrong] = useState<{ starts?: string; ends?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsOf(draft);
    setWrong({
      ...(problems.isPast ? { starts: t("is-past") } : {}),
      ...(problems.endsEarlier ? { ends: t("ends-earlier") } : {}),
    });
    if (!problems.isPast && !problems.endsEarlier) onNext();
  };
  const place = zoneName(draft.timezone);
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t("name")}
        placeholder={t("name-example")}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        maxLength={200}
        isRequired
        autoFocus
      />
      <DateTimeField
        label={t("starts")}
        value={draft.starts}
        onChange={(starts) => onChange({ starts })}
        error={wrong.starts}
        isRequired
      />
      {isChoosingZone ? (
        <TimeZoneField label={t("zone")} value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
      ) : (
        <p className="row small">
          <span className="muted">{t("zone-now", { place })}</span>
          <Button look="text" isSmall onPress={() => setChoosingZone(true)}>
            {t("zone-change")}
          </Button>
        </p>
      )}
      <DateTimeField
        label={t("ends")}
        help={t("ends-help")}
        value={draft.ends}
        onChange={(ends) => onChange({ ends })}
        error={wrong.ends}
      />
      <TextField
        label={t("venue")}
        help={t("venue-help")}
        value={draft.venue}
        onChange={(venue) => onChange({ venue })}
        maxLength={300}
      />
      <TextField
        label={t("description")}
        help={t("description-help")}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        rows={5}
        maxLength={5_000}
      />
      <PartySizeSelect
        label={t("brings")}
        help={t("brings-help")}
        value={draft.partySize}
        onChange={(partySize) => onChange({ partySize })}
      />
      <Button type="submit">{t("next-look")}</Button>
    </form>
  );
}

function problemsOf({ starts, ends, timezone }: Draft): { isPast: boolean; endsEarlier: boolean } {
  const [start, end] = [momentOf(starts, timezone), momentOf(ends, timezone)];
  return {
    isPast: start !== null && Date.parse(start) < Date.now(),
    endsEarlier: start !== null && end !== null && Date.parse(end) <= Date.parse(start),
  };
}
