import type { Event } from "@usher/client";
import { regionName, zoneName } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Choices, DateTimeField, Switch, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Badge } from "../../ui/states.tsx";
import { TimeZoneField } from "../../ui/time-zone-field.tsx";
import { codesIn, type EventField, type EventValues } from "./event-values.ts";
import { languages } from "./languages.ts";

/** What the parts of the form share. */
interface Part {
  values: EventValues;
  /** What the screen itself has against a field. */
  errors: Partial<Record<EventField, string>>;
  isReadOnly: boolean;
  onChange: (edited: Partial<EventValues>) => void;
}

export function BasicFields({ values, isReadOnly, onChange }: Part) {
  const t = useText("settings");
  return (
    <section className="card stack" aria-labelledby="basics">
      <h2 id="basics">{t("basics")}</h2>
      <TextField
        label={t("name")}
        value={values.name}
        onChange={(name) => onChange({ name })}
        name="name"
        maxLength={200}
        isReadOnly={isReadOnly}
        isRequired
      />
      <TextField
        label={t("venue")}
        help={t("venue-help")}
        value={values.venue}
        onChange={(venue) => onChange({ venue })}
        name="venue"
        maxLength={300}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t("description")}
        value={values.description}
        onChange={(description) => onChange({ description })}
        name="description"
        rows={5}
        maxLength={5_000}
        isReadOnly={isReadOnly}
      />
    </section>
  );
}

export function TimeFields({ values, errors, isReadOnly, onChange }: Part) {
  const t = useText("settings");
  const time = (field: "event_date" | "end_time" | "door_opens_at" | "rsvp_deadline", help?: string) => (
    <DateTimeField
      label={t(`field-${field}`)}
      value={values[field]}
      onChange={(value) => onChange({ [field]: value })}
      name={field}
      error={errors[field]}
      isReadOnly={isReadOnly}
      isRequired={field === "event_date"}
      {...(help === undefined ? {} : { help })}
    />
  );
  return (
    <section className="card stack" aria-labelledby="times">
      <h2 id="times">{t("times")}</h2>
      {isReadOnly ? (
        <p className="muted">{t("clocks-in", { place: zoneName(values.timezone) })}</p>
      ) : (
        <TimeZoneField
          label={t("zone")}
          help={t("zone-help")}
          value={values.timezone}
          onChange={(timezone) => onChange({ timezone })}
        />
      )}
      <div className="grid">
        {time("event_date")}
        {time("end_time", t("optional"))}
        {time("door_opens_at", t("door-help"))}
        {time("rsvp_deadline", t("deadline-help"))}
      </div>
    </section>
  );
}

const COMPANION_NAMES: Event["companion_names"][] = ["off", "optional", "required"];

export function AnswerFields({ values, isReadOnly, onChange }: Part) {
  const t = useText("settings");
  return (
    <section className="card stack" aria-labelledby="answers">
      <h2 id="answers">{t("answers")}</h2>
      <Choices
        label={t("companions")}
        value={values.companion_names}
        onChange={(companion_names) => onChange({ companion_names })}
        isReadOnly={isReadOnly}
        options={COMPANION_NAMES.map((value) => ({ value, label: t(`companions-${value}`) }))}
      />
      <div className="stack tight">
        <Switch
          isSelected={values.lost_links}
          onChange={(lost_links) => onChange({ lost_links })}
          isReadOnly={isReadOnly}
        >
          {t("lost-links")}
        </Switch>
        <p className="help">{t("lost-links-help")}</p>
      </div>
    </section>
  );
}

export function MailFields({ values, isReadOnly, onChange, event }: Part & { event: Event }) {
  const t = useText("settings");
  const smsCountries = codesIn(values.sms_countries);
  const countries = smsCountries.map(regionName).join(", ");
  return (
    <section className="card stack" aria-labelledby="mails">
      <h2 id="mails">{t("mails")}</h2>
      <div className="stack tight">
        <TextField
          label={t("reply-to")}
          help={t("reply-to-help")}
          type="email"
          value={values.reply_to}
          onChange={(reply_to) => onChange({ reply_to })}
          name="reply_to"
          isReadOnly={isReadOnly}
        />
        {event.reply_to === null || values.reply_to !== event.reply_to ? null : (
          <p className="row small">
            <Badge tone={event.reply_to_verified ? "good" : "warn"}>
              {t(event.reply_to_verified ? "reply-to-proved" : "reply-to-open")}
            </Badge>
            {event.reply_to_verified ? null : <span className="muted">{t("reply-to-open-help")}</span>}
          </p>
        )}
      </div>
      <TextField
        label={t("sms-countries")}
        help={smsCountries.length === 0 ? t("sms-countries-none") : t("sms-countries-help", { countries })}
        value={values.sms_countries}
        onChange={(sms_countries) => onChange({ sms_countries })}
        name="sms_countries"
        isReadOnly={isReadOnly}
      />
      <Select
        label={t("language")}
        help={t("language-help")}
        value={values.locale}
        onChange={(locale) => onChange({ locale })}
        isDisabled={isReadOnly}
        options={languages(values.locale)}
      />
    </section>
  );
}
