import type { Random } from "../../testkit/random.ts";
import { browse, type Machine } from "./devices.ts";
import type { City, Provider } from "./geography.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Honest guests by behaviour, programs, and attackers by how they obtained the link. */
export type HonestClass =
  | "home and mobile"
  | "in-app to browser"
  | "browser update"
  | "private window"
  | "cookies off"
  | "family tablet"
  | "second device"
  | "new phone"
  | "relay or VPN"
  | "train, car, flight"
  | "family link"
  | "venue network"
  | "office morning"
  | "household";
export type ProgramClass = "scanner" | "preview";
export type AttackClass =
  | "naive stranger"
  | "VPN, same country"
  | "targeted, same network and agent"
  | "targeted, same address range"
  | "abroad at once"
  | "forwarded link"
  | "forwarded to several"
  | "public post"
  | "replay after rotation"
  | "RSVP stuffing";

export type Label =
  | { readonly side: "honest"; readonly class: HonestClass }
  | { readonly side: "program"; readonly class: ProgramClass }
  | { readonly side: "attack"; readonly class: AttackClass }
  | typeof UNLABELLED;

/** The label of an access of an exported access log. */
export const UNLABELLED = { side: "unlabelled", class: "unlabelled" } as const;

/** An internet connection; addresses on it are `prefix`.host. */
export interface Line {
  readonly prefix: string;
  readonly provider: Provider;
  readonly city: City;
}

/** One access as the API sends it, with its label, which the engine does not see. */
export interface Visit {
  readonly label: Label;
  readonly at: number;
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly accessLogId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly referrer: string;
  readonly fingerprint: Record<string, string>;
  readonly kind: VisitKind;
  /** Name of the browser's cookies for this link; null for a client without IDs. */
  readonly jar: string | null;
  /** Whether the host has an address or a phone number of the guest, to which a code can be sent. */
  readonly hasContact: boolean;
  /** Confirmation that the API sends after an RSVP or a check-in. */
  readonly confirm: "rsvp" | "check_in" | null;
  /** True location of the network, for rules that use nothing else. */
  readonly city: City;
  readonly asn: number;
}

export type VisitKind = "access" | "rsvp" | "edit";

export interface VisitPlan {
  readonly label: Label;
  readonly at: number;
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly line: Line;
  readonly host?: number;
  readonly machine?: Machine;
  readonly person: { readonly language: string; readonly zone: string };
  readonly kind?: VisitKind;
  /** Cookie jar of the visit: by default the machine's; a web view of an app has a separate one. */
  readonly jar?: string | null;
  readonly hasContact?: boolean;
  readonly inApp?: boolean;
  readonly reportsHardware?: boolean;
  readonly userAgent?: string;
  readonly referrer?: string;
  readonly extra?: Record<string, string>;
  readonly confirm?: "rsvp" | "check_in";
  readonly country?: string;
}

/** Release date of the base browser versions in `devices.ts`. */
export const EPOCH = Date.UTC(2026, 2, 2);

/** Facts in the engine's request: the edge's location and provider, and what the page's script reports, and when. */
export interface VisibleFacts {
  readonly edge: boolean;
  readonly script: "always" | "forms" | "never";
}

function reports(script: VisibleFacts["script"], plan: VisitPlan): boolean {
  const isForm = plan.kind !== undefined && plan.kind !== "access";
  return (plan.reportsHardware ?? true) && (script === "always" || (script === "forms" && isForm));
}

/** Cookies are sent with one link only, and a web view has its own. */
function jarOf({ jar, machine, inApp, tokenId }: VisitPlan): string | null {
  const own = jar === undefined ? machine?.id : jar;
  return own ? `${own} ${inApp === true ? "app" : "browser"} ${tokenId}` : null;
}

export function makeVisit(random: Random, plan: VisitPlan, visible: VisibleFacts): Visit {
  const { line, machine } = plan;
  const options = { inApp: plan.inApp ?? false, reportsHardware: reports(visible.script, plan) };
  const sent =
    machine === undefined
      ? { userAgent: plan.userAgent ?? "", fingerprint: {} }
      : browse(machine, plan.at, EPOCH, plan.person, options);
  // The edge's position has the error of a city database, some tens of kilometres.
  const blur = (): number => (random.next() - 0.5) * 0.5;
  const edge = {
    edge_country: plan.country ?? line.city.country,
    edge_city: line.city.name,
    edge_lat: (line.city.lat + blur()).toFixed(4),
    edge_lon: (line.city.lon + blur()).toFixed(4),
    edge_timezone: line.city.zone,
    edge_asn: String(line.provider.asn),
    edge_as_org: line.provider.org,
  };
  return {
    label: plan.label,
    at: Math.round(plan.at),
    eventId: plan.eventId,
    guestId: plan.guestId,
    tokenId: plan.tokenId,
    accessLogId: random.uuid(),
    ipAddress: `${line.prefix}.${plan.host ?? random.between(1, 254)}`,
    userAgent: plan.userAgent ?? sent.userAgent,
    referrer: plan.referrer ?? "",
    fingerprint: {
      ...sent.fingerprint,
      ...(visible.edge && edge),
      edge_kind: plan.kind ?? "access",
      edge_method: plan.kind === undefined || plan.kind === "access" ? "GET" : "POST",
      ...plan.extra,
    },
    kind: plan.kind ?? "access",
    jar: jarOf(plan),
    hasContact: plan.hasContact ?? true,
    confirm: plan.confirm ?? null,
    city: line.city,
    asn: line.provider.asn,
  };
}
