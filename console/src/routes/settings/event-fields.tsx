import type { Event } from "@usher/client";
import { regionName, textsOf, zoneName } from "../../i18n/text.tsx";
import { Choices, DateTimeField, Select, Switch, TextField } from "../../ui/field.tsx";
import { bindFields } from "../../ui/form.tsx";
import { Section } from "../../ui/page.tsx";
import { Badge } from "../../ui/states.tsx";
import { TimeZoneField } from "../../ui/time-zone-field.tsx";
import { codesIn, type EventField, type EventValues } from "./event-values.ts";
import { languages } from "./languages.ts";
import { PartySizeSelect, partySizeText } from "./party-size.tsx";

const t = textsOf("settings");
const common = textsOf("common");

interface Part {
  values: EventValues;
  /** Errors of the screen's own checks. */
  errors: Partial<Record<EventField, string>>;
  isReadOnly: boolean;
  onChange: (edited: Partial<EventValues>) => void;
}

export function BasicFields({ values, isReadOnly, onChange }: Part) {
  const field = bindFields(values, onChange);
  return (
    <Section id="basics" title={t("basics")}>
      <TextField label={t("name")} {...field("name")} maxLength={200} isReadOnly={isReadOnly} isRequired />
      <TextField
        label={t("venue")}
        help={t("venue-help")}
        {...field("venue")}
        maxLength={300}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t("description")}
        {...field("description")}
        rows={5}
        maxLength={5_000}
        isReadOnly={isReadOnly}
      />
    </Section>
  );
}

export function TimeFields({ values, errors, isReadOnly, onChange }: Part) {
  const field = bindFields(values, onChange);
  const time = (name: "event_date" | "end_time" | "door_opens_at" | "rsvp_deadline", help?: string) => (
    <DateTimeField
      label={t(`field-${name}`)}
      error={errors[name]}
      isReadOnly={isReadOnly}
      isRequired={name === "event_date"}
      {...field(name)}
      {...(help === undefined ? {} : { help })}
    />
  );
  return (
    <Section id="times" title={t("times")}>
      {isReadOnly ? (
        <p className="muted">{t("clocks-in", { place: zoneName(values.timezone) })}</p>
      ) : (
        <TimeZoneField
          label={t("zone")}
          help={t("zone-help")}
          value={values.timezone}
          onChange={field("timezone").onChange}
        />
      )}
      <div className="grid">
        {time("event_date")}
        {time("end_time", t("end-help"))}
        {time("door_opens_at", t("door-help"))}
        {time("rsvp_deadline", t("deadline-help"))}
      </div>
    </Section>
  );
}

const NAMES = {
  name: "name",
  description: "description",
  venue: "venue",
  timezone: "zone",
  event_date: "field-event_date",
  end_time: "field-end_time",
  door_opens_at: "field-door_opens_at",
  rsvp_deadline: "field-rsvp_deadline",
  locale: "language",
  address_form: "address-form",
  reply_to: "reply-to",
  sms_countries: "sms-countries",
  lost_links: "lost-links",
  companion_names: "companions",
  default_party_size: "brings",
} as const satisfies Record<EventField, string>;

const TIME_FIELDS = { event_date: true, end_time: true, door_opens_at: true, rsvp_deadline: true };

/** The label of a field of the form. */
export function fieldName(field: EventField): string {
  return t(NAMES[field]);
}

/** A value of the form, for the choice between two of them. */
export function valueText(value: unknown, field: EventField): string {
  if (field === "default_party_size") return partySizeText(value);
  if (field === "companion_names") return t(`companions-${value as Event["companion_names"]}`);
  if (field === "address_form") return t(`address-form-${value as Event["address_form"]}`);
  if (field === "timezone") return zoneName(String(value));
  if (typeof value === "boolean") return common(value ? "on" : "off");
  return field in TIME_FIELDS ? String(value).replace("T", " ") : String(value);
}

const COMPANION_NAMES: Event["companion_names"][] = ["off", "optional", "required"];

export function AnswerFields({ values, isReadOnly, onChange }: Part) {
  const field = bindFields(values, onChange);
  return (
    <Section id="answers" title={t("answers")}>
      <PartySizeSelect
        label={t("brings")}
        help={t("brings-help")}
        value={values.default_party_size}
        onChange={field("default_party_size").onChange}
        isDisabled={isReadOnly}
      />
      <Choices
        label={t("companions")}
        {...field("companion_names")}
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
    </Section>
  );
}

const ADDRESS_FORMS: Event["address_form"][] = ["formal", "informal"];

export function MailFields({ values, isReadOnly, onChange, event }: Part & { event: Event }) {
  const field = bindFields(values, onChange);
  const smsCountries = codesIn(values.sms_countries);
  const countries = smsCountries.map(regionName).join(", ");
  return (
    <Section id="mails" title={t("mails")}>
      <div className="stack tight">
        <TextField
          label={t("reply-to")}
          help={t("reply-to-help")}
          type="email"
          {...field("reply_to")}
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
        {...field("sms_countries")}
        isReadOnly={isReadOnly}
      />
      <Select
        label={t("language")}
        help={t("language-help")}
        {...field("locale")}
        isDisabled={isReadOnly}
        options={languages(values.locale)}
      />
      <Choices
        label={t("address-form")}
        {...field("address_form")}
        isReadOnly={isReadOnly}
        options={ADDRESS_FORMS.map((value) => ({ value, label: t(`address-form-${value}`) }))}
      />
    </Section>
  );
}
