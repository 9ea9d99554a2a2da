import { useState } from "react";
import { useEvent } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { download } from "../guests/download.ts";
import { linksCsv, type Result } from "./outcome.ts";

/** Links shown at first, and with each "more". */
const STEP = 20;

/** Personal links to copy, to share where the device can, or to download. */
export function LinkList({ eventId, results }: { eventId: string; results: Result[] }) {
  const t = useText("send");
  const event = useEvent(eventId);
  const [shown, setShown] = useState(STEP);
  const save = () => {
    const csv = linksCsv(results, [t("csv-name"), t("csv-email"), t("csv-phone"), t("csv-link")]);
    download(new Blob([csv], { type: "text/csv" }), t("csv-file", { event: event.name }));
  };
  // Somebody who closes the sheet without sharing has done nothing wrong.
  const share = (url: string) => void navigator.share({ title: event.name, url }).catch(() => undefined);
  return (
    <div className="stack">
      <p className="muted small">{t("links-lead")}</p>
      <ul className="plain-list stack">
        {results.slice(0, shown).map(({ guest_id, name, phone, link }) => (
          <li key={guest_id} className="stack tight">
            <span className="break">
              <strong>{name}</strong>
              {phone === null ? null : <span className="muted"> {phone}</span>}
            </span>
            <div className="row">
              <div className="grow">
                <CopyField label={t("link-of", { name })} value={link} />
              </div>
              {"share" in navigator ? (
                <Button look="quiet" aria-label={t("share-of", { name })} onPress={() => share(link)}>
                  {t("share")}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <div className="row">
        {results.length > shown ? (
          <Button look="quiet" isSmall onPress={() => setShown(shown + STEP)}>
            {t("more-links", { count: results.length - shown })}
          </Button>
        ) : null}
        <Button look="quiet" isSmall onPress={save}>
          {t("csv")}
        </Button>
      </div>
    </div>
  );
}
