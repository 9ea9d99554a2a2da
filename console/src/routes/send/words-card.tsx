import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { fieldErrors, lastError, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { WordsField } from "../../ui/words-field.tsx";
import { PLACEHOLDERS, unknownPlaceholder } from "../messages/placeholders.ts";
import { languages } from "../settings/languages.ts";
import {
  ALL_LANGUAGES,
  completed,
  conflictsOf,
  type Draft,
  draftOf,
  edited,
  type WordsField as Field,
  KINDS,
  type Kind,
  resolveConflict,
  type Words,
  withDraft,
} from "./words.ts";

const t = textsOf("send");
const common = textsOf("common");

const LIMITS: Record<Field, number> = {
  "invitation-subject": 200,
  "invitation-body": 5_000,
  "confirmation-body": 5_000,
  "reminder-footer": 1_000,
};
/** Paths of the fields in the API's errors. */
const PATHS: Record<Field, string> = {
  "invitation-subject": "invitation.subject",
  "invitation-body": "invitation.body",
  "confirmation-body": "confirmation.body",
  "reminder-footer": "reminder_footer",
};

/** The placeholders with their labels. */
export function insertionsOfTexts() {
  return PLACEHOLDERS.map((name) => ({ value: `{{${name}}}`, label: t(`placeholder-${name}`) }));
}

/** The custom texts of one kind of email. Empty fields have Usher's default text. */
export function WordsCard({
  eventId,
  kind,
  language,
  written,
  onLanguage,
  forAll,
  saved,
  draft,
  onDraft,
  onSave,
}: {
  eventId: string;
  kind: Kind;
  /** The language of the texts, or `ALL_LANGUAGES`. */
  language: string;
  /** Languages with custom texts. */
  written: readonly string[];
  onLanguage: (language: string) => void;
  /** The texts of languages without custom texts. */
  forAll: Words;
  saved: Words;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** @returns false if another host has saved conflicting texts @throws UsherError */
  onSave: (fields: readonly Field[]) => Promise<boolean>;
}) {
  const insertions = insertionsOfTexts();
  const fields: readonly Field[] = KINDS[kind];
  const words = withDraft(saved, draft);
  const conflicts = conflictsOf(draft, saved, fields);
  const isEdited = fields.some((field) => draft[field] !== undefined);
  // Only one language can have unsaved texts, so that none are forgotten when the emails are sent.
  const hasEdits = Object.keys(draft).length > 0;
  const isOwn = fields.some((field) => words[field] !== "");
  const shown = language === ALL_LANGUAGES ? words : completed(words, forAll);
  const save = useMutation({
    mutationFn: () => onSave(fields),
    onSuccess: (isSaved) => {
      if (isSaved) toast(t("words-saved"));
    },
  });
  const test = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/texts/test", {
        params: { path: { eventId } },
        body: { ...draftOf(kind, shown), ...(language === ALL_LANGUAGES ? {} : { locale: language }) },
      }),
    onSuccess: ({ data }) => toast(t("test-sent", { address: data.sent_to })),
  });
  const error = lastError(save, test);
  const errors = fieldErrors(error);
  const useDefaults = () => {
    const before = draft;
    onDraft(fields.reduce((next, field) => edited(next, saved, field, ""), draft));
    toast(t("ours-used"), { label: common("undo"), run: () => onDraft(before) });
  };
  return (
    <section className="card stack">
      <div className="stack tight">
        <h2>{t(`words-${kind}`)}</h2>
        <p className="muted small">{t(`words-${kind}-lead`)}</p>
      </div>
      <Select
        label={t("words-language")}
        help={t(hasEdits ? "words-language-save" : "words-language-help")}
        value={language}
        onChange={onLanguage}
        isDisabled={hasEdits}
        options={[
          { value: ALL_LANGUAGES, label: t("words-language-all") },
          ...languages(language === ALL_LANGUAGES ? "en" : language).map(({ value, label }) => ({
            value,
            label: written.includes(value) ? t("words-language-written", { language: label }) : label,
          })),
        ]}
      />
      {fields.map((field) => {
        const unknown = unknownPlaceholder(words[field]);
        const isLine = field === "invitation-subject";
        return (
          <WordsField
            key={field}
            name={field}
            label={t(`field-${field}`)}
            value={words[field]}
            onChange={(text) => onDraft(edited(draft, saved, field, text))}
            error={
              unknown === null
                ? errors[language === ALL_LANGUAGES ? PATHS[field] : `translations.${language}.${PATHS[field]}`]
                : t("unknown-placeholder", { name: unknown })
            }
            placeholder={language === ALL_LANGUAGES ? t("ours") : forAll[field] || t("ours")}
            insertions={isLine ? insertions.filter(({ value }) => value !== "{{rsvp_link}}") : insertions}
            insertLabel={t("insert", { field: t(`field-${field}`) })}
            maxLength={LIMITS[field]}
            {...(isLine ? {} : { rows: field === "reminder-footer" ? 3 : 6 })}
          />
        );
      })}
      {conflicts.map((field) => (
        <div key={field} className="notice warn stack tight" role="alert">
          <p>{t("conflict", { field: t(`field-${field}`) })}</p>
          <blockquote className="break">{saved[field] === "" ? t("ours") : saved[field]}</blockquote>
          <div className="row">
            <Button look="quiet" isSmall onPress={() => onDraft(resolveConflict(draft, saved, field, "mine"))}>
              {t("keep-mine")}
            </Button>
            <Button look="quiet" isSmall onPress={() => onDraft(resolveConflict(draft, saved, field, "theirs"))}>
              {t("take-theirs")}
            </Button>
          </div>
        </div>
      ))}
      <Refusal error={error} />
      <div className="row">
        <Button
          look="quiet"
          isPending={save.isPending}
          isDisabled={!isEdited || conflicts.length > 0}
          onPress={() => save.mutate()}
        >
          {t("save-words")}
        </Button>
        <Button look="quiet" isPending={test.isPending} onPress={() => test.mutate()}>
          {t("test")}
        </Button>
        {isOwn ? (
          <Button look="text" onPress={useDefaults}>
            {t("use-ours")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
