import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { AuditRecord } from "@usher/client";
import { api, apiPages, useEvent } from "../../api/client.ts";
import { dateTime, languageName, list, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { More } from "../../ui/pager.tsx";
import { Empty, Loading, Refusal } from "../../ui/states.tsx";
import { audienceName } from "../messages/audience.ts";
import { changesOf, fieldName, type Shown, shownValue } from "./changes.ts";

const t = textsOf("log");

const logQuery = (eventId: string) =>
  apiPages(["events", eventId, "audit"], "/events/{eventId}/audit", { path: { eventId } });

export function Screen() {
  const { id: eventId, timezone } = useEvent();
  const log = useInfiniteQuery(logQuery(eventId));
  const records = log.data?.pages.flatMap((page) => page.items);
  return (
    <Page title={t("title")} lead={t("lead")} actions={<Verify eventId={eventId} />}>
      <Loading query={log} lines={6} label={t("loading")} />
      {records?.length === 0 ? <Empty title={t("empty")}>{t("empty-lead")}</Empty> : null}
      {records !== undefined && records.length > 0 ? (
        <ol className="plain-list stack tight">
          {records.map((record) => (
            <Entry key={record.id} record={record} timeZone={timezone} />
          ))}
        </ol>
      ) : null}
      <More query={log}>{t("more")}</More>
    </Page>
  );
}

function Entry({ record, timeZone }: { record: AuditRecord; timeZone: string }) {
  const changes = changesOf(record);
  const { api_key: key } = record.actor;
  return (
    <li className="card stack tight">
      <p className="break">
        <strong>{record.actor.name || t(record.actor.kind === "guest" ? "a-guest" : "deleted-account")}</strong>{" "}
        {t(`action-${record.action}`)}
      </p>
      <p className="small muted break">
        {[dateTime(record.at, timeZone), ...(key === null ? [] : [t("by-key", { name: key.name })])].join(" · ")}
      </p>
      {changes.length === 0 ? null : (
        <dl className="small stack tight">
          {changes.map(({ field, before, after }) => (
            <div key={field} className="row">
              <dt className="muted">{textOf(fieldName(field), timeZone)}</dt>
              <dd className="break" style={{ margin: 0 }}>
                {before === null ? null : <s>{textOf(shownValue(field, before), timeZone)}</s>}{" "}
                {after === null ? null : textOf(shownValue(field, after), timeZone)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function textOf(shown: Shown, timeZone: string): string {
  switch (shown.kind) {
    case "words":
      return t(shown.key);
    case "time":
      return dateTime(shown.at, timeZone);
    case "audience":
      return audienceName(shown.audience, {});
    case "languages":
      return list(shown.tags.map(languageName));
    case "text":
      return shown.text;
  }
}

/** Verifies the hash chain over all records, which shows that none was changed or removed. */
function Verify({ eventId }: { eventId: string }) {
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
