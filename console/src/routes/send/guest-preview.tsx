import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { queryClient } from "../../api/client.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button, Segments } from "../../ui/button.tsx";
import { HtmlFrame } from "../../ui/html-frame.tsx";
import { Refusal } from "../../ui/states.tsx";
import type { PreviewQuery } from "./queries.ts";
import "./preview.css";

const t = textsOf("send");

const NOTHING: PreviewQuery = {
  queryKey: ["previews"],
  queryFn: () => Promise.reject(new Error("There is nothing to preview.")),
};

/**
 * An email or a page as each guest gets it, to flip through with buttons or the arrow keys. Fetches the next guest's preview
 * ahead.
 * @param guests an empty list shows an invented guest
 * @param queryOf returns the query for a guest ID, or for null, the invented guest; null if there is no text yet
 * @param children further controls, such as the choice of the email
 */
export function GuestPreview({
  guests,
  isComplete,
  queryOf,
  isMail,
  children,
}: {
  guests: readonly Pick<Guest, "id" | "name" | "email">[];
  isComplete: boolean;
  queryOf: (guestId: string | null) => PreviewQuery | null;
  isMail: boolean;
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState(0);
  const [width, setWidth] = useState<"phone" | "desktop">("phone");
  const index = Math.min(chosen, Math.max(0, guests.length - 1));
  const guest = guests[index] ?? null;
  // Waits for the first guest, so that the invented one does not flash up.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query
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
