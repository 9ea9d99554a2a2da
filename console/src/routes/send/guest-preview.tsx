import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { queryClient } from "../../api/queries.ts";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { HtmlFrame } from "../../ui/html-frame.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Segments } from "../../ui/segments.tsx";
import "./preview.css";
import type { PreviewQuery } from "./queries.ts";

/** A guest as the preview names one. */
export interface PreviewGuest {
  id: string;
  name: string;
  email: string | null;
}

const NOTHING: PreviewQuery = {
  queryKey: ["previews"],
  queryFn: () => Promise.reject(new Error("There is nothing to preview.")),
};

/**
 * A mail or a page as each guest gets it, to flip through: buttons, or the arrow keys while the focus is in it. The next
 * guest's is fetched ahead.
 * @param guests whom it can be looked at as; none: an invented guest
 * @param queryOf what fetches it for a guest, of null for the invented one; null: nothing is written yet
 * @param children further controls, such as which mail is looked at
 */
export function GuestPreview({
  guests,
  isComplete,
  queryOf,
  isMail,
  children,
}: {
  guests: readonly PreviewGuest[];
  isComplete: boolean;
  queryOf: (guestId: string | null) => PreviewQuery | null;
  isMail: boolean;
  children?: ReactNode;
}) {
  const t = useText("send");
  const [chosen, setChosen] = useState(0);
  const [width, setWidth] = useState<"phone" | "desktop">("phone");
  const index = Math.min(chosen, Math.max(0, guests.length - 1));
  const guest = guests[index] ?? null;
  // The first guest may be on the way: no invented one flashes up before.
  const isReady = guest !== null || isComplete;
  const query = queryOf(guest?.id ?? null);
  const preview = useQuery({
    ...(query ?? NOTHING),
    enabled: isReady && query !== null,
    placeholderData: keepPreviousData,
  });
  const next = guests[(index + 1) % Math.max(1, guests.length)];
  const ahead = next === undefined || !isReady ? null : queryOf(next.id);
  const aheadKey = JSON.stringify(ahead?.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what its key says
  useEffect(() => {
    if (ahead !== null) void queryClient.prefetchQuery(ahead);
  }, [aheadKey]);

  const flip = (by: number) => {
    if (guests.length > 0) setChosen((index + by + guests.length) % guests.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    flip(event.key === onward ? 1 : -1);
  };
  const name = guest?.name ?? t("invented");
  const isBlank = query === null;
  const isTurning = !isBlank && (preview.isPlaceholderData || preview.isPending);
  const shown = isBlank ? undefined : preview.data;
  return (
    <section className="guest-preview card stack" aria-label={t("preview")}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className="stack" role="group" aria-label={t("flip")} onKeyDown={onKeyDown}>
        <div className="flipper">
          <Button
            look="quiet"
            className="icon"
            aria-label={t("previous")}
            isDisabled={guests.length < 2}
            onPress={() => flip(-1)}
          >
            <span aria-hidden="true" className="arrow">
              {"‹"}
            </span>
          </Button>
          <div className="who" role="status">
            <span className="name break">{name}</span>{" "}
            <span className="small muted numeric">
              {guest === null ? t("invented-why") : t("position", { at: number(index + 1), of: number(guests.length) })}
            </span>
          </div>
          <Button
            look="quiet"
            className="icon"
            aria-label={t("next")}
            isDisabled={guests.length < 2}
            onPress={() => flip(1)}
          >
            <span aria-hidden="true" className="arrow">
              {"›"}
            </span>
          </Button>
        </div>
        <Refusal error={isBlank ? null : preview.error} onRetry={() => void preview.refetch()} />
        <div className={isTurning ? "sheet turning stack tight" : "sheet stack tight"} aria-busy={isTurning}>
          {isMail ? (
            <dl className="mail-head small">
              <div>
                <dt>{t("to")}</dt>
                <dd className="break">{guest?.email ?? (guest === null ? t("invented-address") : t("to-nobody"))}</dd>
              </div>
              {shown === undefined || shown.subject === null ? null : (
                <div>
                  <dt>{t("subject")}</dt>
                  <dd className="break">
                    <strong>{shown.subject}</strong>
                  </dd>
                </div>
              )}
            </dl>
          ) : null}
          {isBlank ? (
            <p className="blank muted">{t("blank")}</p>
          ) : shown !== undefined && shown.html === null ? (
            <>
              <p className="text-message" dir="auto">
                {shown.text}
              </p>
              {shown.sms === null ? null : (
                <p className="muted small">{t("segments", { count: shown.sms.segments })}</p>
              )}
            </>
          ) : (
            <HtmlFrame title={t("frame", { name })} html={shown?.html ?? null} width={width} />
          )}
        </div>
        {isBlank || shown?.html === null ? null : (
          <Segments
            label={t("width")}
            value={width}
            onChange={setWidth}
            options={[
              { value: "phone", label: t("phone") },
              { value: "desktop", label: t("desktop") },
            ]}
          />
        )}
      </div>
    </section>
  );
}
