import { useMutation, useQuery } from "@tanstack/react-query";
import type { CheckIn, CheckInList } from "@usher/client";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { time } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Badge, Empty } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { arrivalsQuery } from "./queries.ts";

/** Who came last. A check-in that is undone leaves the list at once, and comes back if the API refuses. */
export function Arrivals({ eventId, timeZone, mayUndo }: { eventId: string; timeZone: string; mayUndo: boolean }) {
  const t = useText("door");
  const { queryKey } = arrivalsQuery(eventId);
  const arrivals = useQuery(arrivalsQuery(eventId));
  const undo = useMutation({
    mutationFn: (checkIn: CheckIn) =>
      api.DELETE("/events/{eventId}/check-ins/{checkInId}", { params: { path: { eventId, checkInId: checkIn.id } } }),
    onMutate: async (checkIn) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, without(before, checkIn));
      return before;
    },
    onError: (_, __, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (_, { guest }) => toast(t("undone", { name: guest.name })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <section className="stack">
      <h2>{t("arrivals")}</h2>
      <Refusal error={undo.error} />
      {arrivals.data?.items.length === 0 ? <Empty title={t("no-arrivals")}>{t("no-arrivals-lead")}</Empty> : null}
      <ul className="plain-list stack tight">
        {arrivals.data?.items.map((checkIn) => (
          <li key={checkIn.id} className="card row spread">
            <div className="grow">
              <p className="break">
                <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: checkIn.guest_id }}>
                  {checkIn.guest.name}
                </Link>
              </p>
              <p className="small muted">
                {t("arrival", {
                  count: checkIn.arrival_count,
                  at: time(checkIn.checked_in_at, timeZone),
                  by: checkIn.checked_in_by_name,
                })}
              </p>
            </div>
            <div className="row">
              {checkIn.remaining > 0 ? <Badge tone="warn">{t("remaining", { count: checkIn.remaining })}</Badge> : null}
              {checkIn.walk_in ? <Badge>{t("walk-in")}</Badge> : null}
              {checkIn.guest.table === null ? null : <Badge>{t("table", { table: checkIn.guest.table })}</Badge>}
              {mayUndo ? (
                <Button
                  look="quiet"
                  isSmall
                  aria-label={t("undo-of", { name: checkIn.guest.name })}
                  onPress={() => undo.mutate(checkIn)}
                >
                  {t("undo")}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function without(list: CheckInList, { id }: CheckIn): CheckInList {
  return { ...list, items: list.items.filter((item) => item.id !== id) };
}
