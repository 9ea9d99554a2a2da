import { useMutation, useQuery } from "@tanstack/react-query";
import type { BillingStatus } from "@usher/client";
import { Meter } from "react-aria-components";
import { api, apiQuery } from "../../../api/client.ts";
import { date, number, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { Badge, Loading, Refusal } from "../../../ui/states.tsx";
import { AccountScreen } from "../frame.tsx";
import { PLANS, type Tier } from "./plans.ts";

const t = textsOf("account");

const statusQuery = {
  ...apiQuery(["me", "billing"], "/billing/status"),
  // The provider redirects here before its webhook has reported the payment.
  refetchOnWindowFocus: "always" as const,
};

const TIERS: Tier[] = ["free", "pro", "business"];
const COUNTS = ["events", "guests", "collaborators"] as const;
const FEATURES = ["scanner", "broadcasts", "branding"] as const;

/** The account's plan, its usage, and the other plans. */
export function Screen() {
  const status = useQuery(statusQuery);
  const leave = useMutation({
    mutationFn: async (tier: "pro" | "business" | null) =>
      tier === null
        ? (await api.POST("/billing/portal")).data
        : (await api.POST("/billing/checkout-session", { body: { tier } })).data,
    // The provider's own page: card data never reaches the console.
    onSuccess: ({ url }) => location.assign(url),
  });
  const takesPayments = status.data?.payments === "available";
  return (
    <AccountScreen title={t("plan-title")} lead={t("plan-lead")}>
      <Loading query={status} lines={4} label={t("loading")} />
      {status.data === undefined ? null : (
        <Current
          status={status.data}
          isPending={leave.isPending}
          {...(status.data.portal === "available" ? { onManage: () => leave.mutate(null) } : {})}
        />
      )}
      {status.data === undefined || takesPayments ? null : <p className="notice">{t("no-payments")}</p>}
      <Refusal error={leave.error} />
      <Section id="plans" className="stack" title={t("plans")}>
        <ul className="plain-list grid">
          {TIERS.map((tier) => (
            <PlanCard
              key={tier}
              tier={tier}
              isCurrent={status.data?.tier === tier}
              isPending={leave.isPending && leave.variables === tier}
              {...(tier === "free" || !takesPayments ? {} : { onChoose: () => leave.mutate(tier) })}
            />
          ))}
        </ul>
      </Section>
    </AccountScreen>
  );
}

function Current({
  status,
  isPending,
  onManage,
}: {
  status: BillingStatus;
  isPending: boolean;
  onManage?: () => void;
}) {
  const { tier, current_period_end, usage } = status;
  return (
    <section className="card stack" aria-labelledby="current">
      <div className="row spread">
        <h2 id="current">{t("you-are-on", { plan: t(`plan-${tier}`) })}</h2>
        {onManage === undefined ? null : (
          <Button look="quiet" isSmall isPending={isPending} onPress={onManage}>
            {t("manage")}
          </Button>
        )}
      </div>
      {status.status === "past_due" ? <p className="notice warn">{t("past-due")}</p> : null}
      {current_period_end === null ? null : <p className="muted">{t("until", { until: date(current_period_end) })}</p>}
      {COUNTS.map((name) => (
        <Usage key={name} label={t(`usage-${name}`)} {...usage[name]} />
      ))}
    </section>
  );
}

function Usage({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const words =
    limit === null
      ? t("used-of-any", { used: number(used) })
      : t("used-of", { used: number(used), limit: number(limit) });
  if (limit === null || limit === 0) {
    return (
      <p className="row spread small">
        <span>{label}</span>
        <span className="numeric muted">{limit === 0 ? t("not-included") : words}</span>
      </p>
    );
  }
  return (
    <Meter aria-label={label} className="progress" value={Math.min(used, limit)} maxValue={limit} valueLabel={words}>
      {({ percentage }) => (
        <>
          <span className="row spread small">
            <span>{label}</span>
            <span className="numeric muted">{words}</span>
          </span>
          <span className="bar">
            <span className="fill" style={{ display: "block", width: `${percentage}%` }} />
          </span>
        </>
      )}
    </Meter>
  );
}

function PlanCard({
  tier,
  isCurrent,
  isPending,
  onChoose,
}: {
  tier: Tier;
  isCurrent: boolean;
  isPending: boolean;
  onChoose?: () => void;
}) {
  const plan = PLANS[tier];
  const count = (name: (typeof COUNTS)[number]) => {
    const limit = plan[name];
    return limit === null ? t(`any-${name}`) : t(`up-to-${name}`, { count: limit });
  };
  return (
    <li className="card stack">
      <div className="row spread">
        <h3 className="display">{t(`plan-${tier}`)}</h3>
        {isCurrent ? <Badge tone="good">{t("your-plan")}</Badge> : null}
      </div>
      <ul>
        {COUNTS.filter((name) => plan[name] !== 0).map((name) => (
          <li key={name}>{count(name)}</li>
        ))}
        {FEATURES.filter((name) => plan[name]).map((name) => (
          <li key={name}>{t(`feature-${name}`)}</li>
        ))}
      </ul>
      {onChoose === undefined || isCurrent ? null : (
        <Button look={tier === "pro" ? "primary" : "quiet"} isPending={isPending} onPress={onChoose}>
          {t("choose", { plan: t(`plan-${tier}`) })}
        </Button>
      )}
    </li>
  );
}
