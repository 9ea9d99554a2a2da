import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Session } from "@usher/client";
import { api, apiPages, refreshAccount } from "../../../api/client.ts";
import { ago, date, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { More } from "../../../ui/pager.tsx";
import { Badge, Loading, lastError, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("account");

export function Sessions() {
  const sessions = useInfiniteQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (session: Session) =>
      api.DELETE("/me/sessions/{sessionId}", { params: { path: { sessionId: session.id } } }),
    onSuccess: (_, { device }) => toast(t("session-ended", { device: device ?? t("unknown-device") })),
    onSettled: refreshAccount,
  });
  const endOthers = useMutation({
    mutationFn: () => api.DELETE("/me/sessions"),
    onSuccess: () => toast(t("others-ended")),
    onSettled: refreshAccount,
  });
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section id="sessions" title={t("sessions")}>
      <Loading query={sessions} lines={3} label={t("loading")} />
      <Refusal error={lastError(end, endOthers)} />
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
        <More query={sessions}>{t("more")}</More>
        {items.length > 1 ? (
          <Button look="danger" isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
            {t("end-others")}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}

const sessionsQuery = apiPages(["me", "sessions"], "/me/sessions");
