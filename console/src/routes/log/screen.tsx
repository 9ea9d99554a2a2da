import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { AuditRecord } from "@usher/client";
import { apiPages } from "../../api/api-query.ts";
import { api } from "../../api/client.ts";
import { useEvent } from "../../api/queries.ts";
import { dateTime, languageName, list } from "../../i18n/formats.ts";
import { type Translate, useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Empty, Skeleton } from "../../ui/states.tsx";
import { changesOf, fieldName, type Shown, shownValue } from "./changes.ts";

const logQuery = (eventId: string) =>
  apiPages(["events", eventId, "audit"], "/events/{eventId}/audit", { path: { eventId } });

/** Who changed what, and when? */
export function Screen() {
  const t = useText("log");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/log" });
  const { timezone } = useEvent(eventId);
  const log = useInfiniteQuery(logQuery(eventId));
  const records = log.data?.pages.flatMap((page) => page.items);
  return (
    <Page title={t("title")} lead={t("lead")} actions={<Verify eventId={eventId} />}>
      <Refusal error={log.error} onRetry={() => void log.refetch()} />
      {log.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
      {records?.length === 0 ? <Empty title={t("empty")}>{t("empty-lead")}</Empty> : null}
      {records !== undefined && records.length > 0 ? (
        <ol className="plain-list stack tight">
          {records.map((record) => (
            <Entry key={record.id} record={record} timeZone={timezone} />
          ))}
        </ol>
      ) : null}
      {log.hasNextPage ? (
        <Button look="quiet" isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </Page>
  );
}

function Entry({ record, timeZone }: { record: AuditRecord; timeZone: string }) {
  const t = useText("log");
  const changes = changesOf(record);
  return (
    <li className="card stack tight">
      <p className="break">
        <strong>{record.actor.name || t(record.actor.kind === "guest" ? "a-guest" : "deleted-account")}</strong>{" "}
        {t(`action-${record.action}`)}
      </p>
      <p className="small muted">{dateTime(record.at, timeZone)}</p>
      {changes.length === 0 ? null : (
        <dl className="small stack tight">
          {changes.map(({ field, before, after }) => (
            <div key={field} className="row">
              <dt className="muted">{textOf(fieldName(field), timeZone, t)}</dt>
              <dd className="break" style={{ margin: 0 }}>
                {before === null ? null : <s>{textOf(shownValue(field, before), timeZone, t)}</s>}{" "}
                {after === null ? null : textOf(shownValue(field, after), timeZone, t)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function textOf(shown: Shown, timeZone: string, t: Translate<"log">): string {
  switch (shown.kind) {
    case "words":
      return t(shown.key);
    case "moment":
      return dateTime(shown.at, timeZone);
    case "languages":
      return list(shown.tags.map(languageName));
    case "text":
      return shown.text;
  }
}

/** Recomputes the chain of hashes over all records: nobody has changed or removed one. */
function Verify({ eventId }: { eventId: string }) {
  const t = useText("log");
  const verify = useMutation({
    mutationFn: async () => {
      const { data } = await api.GET("/events/{eventId}/audit/verify", { params: { path: { eventId } } });
      return data;
    },
  });
  return (
    <div className="stack tight">
      <Button look="quiet" isPending={verify.isPending} onPress={() => verify.mutate()}>
        {t("verify")}
      </Button>
      <Refusal error={verify.error} />
      <p role="status" className="small">
        {verify.data === undefined ? null : t(`chain-${verify.data.status}`, { count: verify.data.records })}
      </p>
    </div>
  );
}
