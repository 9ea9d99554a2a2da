import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Session } from "@usher/client";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { ago, date } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { lastError, Refusal } from "../../../ui/refusal.tsx";
import { Badge, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { sessionsQuery } from "./queries.ts";

/** The account's log, too. */
const refresh = () => queryClient.invalidateQueries({ queryKey: ["me"] });

/** Where the host is signed in, and the end of each. */
export function Sessions() {
  const t = useText("account");
  const sessions = useInfiniteQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (session: Session) =>
      api.DELETE("/me/sessions/{sessionId}", { params: { path: { sessionId: session.id } } }),
    onSuccess: (_, { device }) => toast(t("session-ended", { device: device ?? t("unknown-device") })),
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => api.DELETE("/me/sessions"),
    onSuccess: () => toast(t("others-ended")),
    onSettled: refresh,
  });
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">{t("sessions")}</h2>
      <Refusal error={sessions.error} onRetry={() => void sessions.refetch()} />
      <Refusal error={lastError(end, endOthers)} />
      {sessions.isPending ? <Skeleton lines={3} label={t("loading")} /> : null}
      <ul className="plain-list stack tight" aria-labelledby="sessions">
        {items.map((session) => {
          const device = session.device ?? t("unknown-device");
          return (
            <li key={session.id} className="row spread">
              <div className="grow">
                <p className="row break">
                  <strong>{device}</strong>
                  {session.current ? <Badge tone="good">{t("this-one")}</Badge> : null}
                </p>
                <p className="small muted">
                  {[
                    session.place ?? t("unknown-place"),
                    t(`by-${session.method}`, { since: date(session.created_at) }),
                    t("last-used", { when: ago(session.last_used_at) }),
                  ].join(" · ")}
                </p>
              </div>
              {session.current ? null : (
                <Button
                  look="danger"
                  isSmall
                  isDisabled={end.isPending}
                  aria-label={t("end-of", { device })}
                  onPress={() => end.mutate(session)}
                >
                  {t("end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="row">
        {sessions.hasNextPage ? (
          <Button look="quiet" isPending={sessions.isFetchingNextPage} onPress={() => void sessions.fetchNextPage()}>
            {t("more")}
          </Button>
        ) : null}
        {items.length > 1 ? (
          <Button look="danger" isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
            {t("end-others")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
