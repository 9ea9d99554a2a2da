import { type InfiniteData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AccessLog, Event } from "@usher/client";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { api, apiPages, queryClient } from "../../api/client.ts";
import { dateTime, Text, textsOf } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { More } from "../../ui/pager.tsx";
import { Badge, Empty, Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { reasonsOf } from "./evidence.ts";
import { SHOWN, type Shown } from "./shown.ts";

const t = textsOf("safety");

const TONES = { low: "good", medium: undefined, high: "warn", block: "bad" } as const;

const CODE_TONES = { sent: undefined, passed: "good", failed: "bad" } as const;

interface Page {
  items: AccessLog[];
  next_cursor: string | null;
}

/** Accesses with their reasons, and the host's verdict on each. */
export function Accesses({ event, mayJudge }: { event: Event; mayJudge: boolean }) {
  const { accesses: shown = "block" } = useSearch({ from: "/account-frame/events/$eventId/safety" });
  const navigate = useNavigate();
  const show = (accesses: Shown) =>
    navigate({ to: "/events/$eventId/safety", params: { eventId: event.id }, search: { accesses }, replace: true });
  return (
    <section className="stack">
      <h2>{t("accesses")}</h2>
      <Tabs selectedKey={shown} onSelectionChange={(key) => show(key as Shown)}>
        <TabList className="tabs-list" aria-label={t("accesses")}>
          {SHOWN.map((name) => (
            <Tab key={name} id={name}>
              {t(`show-${name}`)}
            </Tab>
          ))}
        </TabList>
        {SHOWN.map((name) => (
          <TabPanel key={name} id={name} className="stack" style={{ paddingBlockStart: 16 }}>
            <AccessList event={event} shown={name} mayJudge={mayJudge} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

function AccessList({ event, shown, mayJudge }: { event: Event; shown: Shown; mayJudge: boolean }) {
  const query = accessesQuery(event.id, shown);
  const accesses = useInfiniteQuery(query);
  const judge = useJudgement(event.id, query.queryKey);
  const items = accesses.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <Loading query={accesses} lines={4} label={t("loading")} />
      <Refusal error={judge.error} />
      {items?.length === 0 ? <Empty title={t(`none-${shown}`)}>{t("none-lead")}</Empty> : null}
      <ul className="plain-list stack tight">
        {items?.map((log) => (
          <Access
            key={log.id}
            log={log}
            event={event}
            {...(mayJudge ? { onJudge: (verdict) => judge.mutate({ log, verdict }) } : {})}
          />
        ))}
      </ul>
      <More query={accesses}>{t("more")}</More>
    </>
  );
}

type Verdict = "legitimate" | "suspicious";

/** Stores a verdict. Shows it immediately, and reverts it if the API rejects it. */
function useJudgement(eventId: string, queryKey: readonly unknown[]) {
  return useMutation({
    mutationFn: ({ log, verdict }: { log: AccessLog; verdict: Verdict }) =>
      api.POST("/events/{eventId}/access-logs/{logId}/feedback", {
        params: { path: { eventId, logId: log.id } },
        body: { verdict },
      }),
    onMutate: async ({ log, verdict }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<InfiniteData<Page, string | null>>(queryKey);
      queryClient.setQueryData<InfiniteData<Page, string | null>>(
        queryKey,
        (data) => data && marked(data, log, verdict),
      );
      return before;
    },
    onError: (_, __, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (_, { verdict }) => toast(t(`marked-${verdict}`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["events", eventId, "accesses"] }),
  });
}

function marked(data: InfiniteData<Page, string | null>, log: AccessLog, verdict: Verdict) {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === log.id ? { ...item, verdict } : item)),
  }));
  return { ...data, pages };
}

function Access({ log, event, onJudge }: { log: AccessLog; event: Event; onJudge?: (verdict: Verdict) => void }) {
  const reasons = reasonsOf(log);
  const place = [log.geo_city, log.geo_country].filter(Boolean).join(", ");
  return (
    <li className="card stack tight">
      <div className="row spread">
        <p className="break">
          <Text
            area="safety"
            id={`did-${log.kind}`}
            values={{ name: log.guest.name === "" ? t("deleted-guest") : log.guest.name }}
            link={(words) => (
              <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: log.guest_id }}>
                {words}
              </Link>
            )}
          />
        </p>
        <div className="row">
          {log.risk === null ? (
            <Badge>{t("unscored")}</Badge>
          ) : (
            <Badge tone={log.automated ? undefined : TONES[log.risk]}>
              {log.automated ? t("program") : t(`risk-${log.risk}`, { score: log.score ?? 0 })}
            </Badge>
          )}
          {log.asked_at === null || log.verdict !== null ? null : <Badge tone="warn">{t("asked")}</Badge>}
          {log.challenge === null ? null : <Badge tone={CODE_TONES[log.challenge]}>{t(`code-${log.challenge}`)}</Badge>}
          {log.verdict === null ? null : (
            <Badge tone={log.verdict === "legitimate" ? "good" : "bad"}>{t(`verdict-${log.verdict}`)}</Badge>
          )}
        </div>
      </div>
      <p className="small muted">
        {[
          dateTime(log.at, event.timezone),
          log.count > 1 ? t("times", { count: log.count }) : "",
          place === "" ? t("no-place") : place,
          log.ip_address ?? "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {reasons.length === 0 ? null : (
        <ul className="stack tight" style={{ paddingInlineStart: 20 }}>
          {reasons.map((reason) => (
            <li key={reason.key}>{t(reason.key, reason.values)}</li>
          ))}
        </ul>
      )}
      <details className="small">
        <summary className="muted">{t("details")}</summary>
        <p className="break muted">{log.user_agent ?? t("no-agent")}</p>
      </details>
      {onJudge === undefined || log.automated ? null : (
        <div className="row">
          <Button
            look="quiet"
            isSmall
            isDisabled={log.verdict === "legitimate"}
            aria-label={t("its-them-of", { name: log.guest.name })}
            onPress={() => onJudge("legitimate")}
          >
            {t("its-them")}
          </Button>
          <Button
            look="danger"
            isSmall
            isDisabled={log.verdict === "suspicious"}
            aria-label={t("not-them-of", { name: log.guest.name })}
            onPress={() => onJudge("suspicious")}
          >
            {t("not-them")}
          </Button>
        </div>
      )}
    </li>
  );
}

const QUERIES = {
  block: { risk: "block", automated: "false" },
  high: { risk: "high", automated: "false" },
  asked: { asked: "true", automated: "false" },
  all: { automated: "false" },
  automated: { automated: "true" },
} as const;

const accessesQuery = (eventId: string, shown: Shown) =>
  apiPages(["events", eventId, "accesses", shown], "/events/{eventId}/access-logs", {
    path: { eventId },
    query: QUERIES[shown],
  });
