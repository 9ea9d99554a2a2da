import { useMutation } from "@tanstack/react-query";
import type { components } from "@usher/client";
import { useState } from "react";
import { api, queryClient } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { lastError, Refusal } from "../../ui/states.tsx";
import { unsentCounts } from "../../ui/unsent.ts";
import type { StepProps } from "./draft.ts";
import { csvOf, guestsIn } from "./guest-lines.ts";

const t = textsOf("create");

type Report = components["schemas"]["ImportReport"];

/** Adds the first guests by hand and sends their invitations. */
export function WhoStep({
  draft,
  onChange,
  onFinish,
}: StepProps & {
  onFinish: (eventId: string) => Promise<void>;
}) {
  const eventId = draft.eventId ?? "";
  const params = { path: { eventId } };
  const { added } = draft;
  const [report, setReport] = useState<Report | null>(null);
  const guests = guestsIn(draft.guests);
  const add = useMutation({
    mutationFn: async () => {
      // Sent as an import, which adds all of them, or none above the limit of the plan.
      const { data } = await api.POST("/events/{eventId}/guests/import", {
        params,
        body: csvOf(guests),
        bodySerializer: String,
        headers: { "Content-Type": "text/csv" },
      });
      return data;
    },
    onSuccess: (imported) => {
      setReport(imported);
      onChange({ guests: linesOf(imported, draft.guests), added: added + imported.imported });
      void queryClient.invalidateQueries({ queryKey: ["events", eventId] });
    },
  });
  const send = useMutation({
    mutationFn: async () =>
      (await api.POST("/events/{eventId}/guests/invitations/bulk", { params, body: { notify: true } })).data,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["events", eventId] }),
  });
  if (send.data !== undefined) {
    const { notified, items } = send.data;
    return (
      <div className="stack">
        <p className="notice good" role="status">
          {t("sent", { count: notified })}
        </p>
        {items.length > notified ? (
          <p>
            {unsentCounts(items.map(({ reason }) => reason)).join(" ")}{" "}
            <Link to="/events/$eventId/send" params={{ eventId }}>
              {t("share-links")}
            </Link>
          </p>
        ) : null}
        <Button onPress={() => void onFinish(eventId)}>{t("finish")}</Button>
      </div>
    );
  }
  return (
    <div className="stack">
      <TextField
        label={t("guests")}
        help={t("guests-help")}
        placeholder={t("guests-example")}
        value={draft.guests}
        onChange={(text) => onChange({ guests: text })}
        rows={8}
      />
      <p role="status" className="muted">
        {added === 0 ? (guests.length > 0 ? t("found", { count: guests.length }) : "") : t("added", { count: added })}
      </p>
      <Problems report={report} />
      <Refusal error={lastError(add, send)} />
      <div className="row">
        <Button
          look={added > 0 && guests.length === 0 ? "quiet" : "primary"}
          isPending={add.isPending}
          isDisabled={guests.length === 0}
          onPress={() => add.mutate()}
        >
          {t("add-guests")}
        </Button>
        {added > 0 ? (
          <Button
            look={guests.length === 0 ? "primary" : "quiet"}
            isPending={send.isPending}
            onPress={() => send.mutate()}
          >
            {t("send-now")}
          </Button>
        ) : null}
        <Button look="text" onPress={() => void onFinish(eventId)}>
          {t("later")}
        </Button>
      </div>
      <p className="small">
        <Link to="/events/$eventId/import" params={{ eventId }}>
          {t("import-instead")}
        </Link>
      </p>
    </div>
  );
}

function Problems({ report }: { report: Report | null }) {
  const problems = report?.rows.filter(({ status }) => status !== "possible_duplicate") ?? [];
  if (problems.length === 0) return null;
  return (
    <div className="notice warn" role="alert">
      <ul className="plain-list">
        {problems.map(({ row, name, email, errors }) => (
          <li key={row}>
            {t(errors.length === 0 ? "line-known" : "line-wrong", {
              who: [name, email].filter((part) => part !== null).join(", "),
              why: errors.map(({ message }) => message).join(", "),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function linesOf({ rows }: Report, text: string): string {
  const guests = guestsIn(text);
  // The header is row 1.
  const rejected = rows.filter(({ status }) => status === "invalid").map(({ row }) => guests[row - 2]);
  return rejected.flatMap((guest) => (guest === undefined ? [] : [`${guest.name} <${guest.email ?? ""}>`])).join("\n");
}
