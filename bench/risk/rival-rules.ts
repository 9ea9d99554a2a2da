import { distanceKm } from "../../scoring-engine/geo/distance.ts";
import { HOUR, MINUTE, type Visit } from "./visit.ts";

/**
 * Published third-party rules, reimplemented with their constants. Each receives the same stream in the same order and
 * returns a number; where a rule is binary, its speed or count ranks the hits, which favours it.
 */
export interface RivalRule {
  readonly name: string;
  /** Starts a stream; the returned function scores its visits in order. Higher is more suspicious. */
  start(): (visit: Visit) => number;
}

interface Fix {
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
  readonly ip: string;
}

function fixOf(visit: Visit): Fix {
  const lat = Number(visit.fingerprint.edge_lat ?? visit.city.lat);
  const lon = Number(visit.fingerprint.edge_lon ?? visit.city.lon);
  return { at: visit.at, lat, lon, ip: visit.ipAddress };
}

interface Hop {
  readonly km: number;
  readonly hours: number;
  readonly kmh: number;
}

function hop(from: Fix, to: Fix): Hop {
  const km = distanceKm(from, to);
  const hours = Math.max((to.at - from.at) / HOUR, 1 / 3600);
  return { km, hours, kmh: km / hours };
}

/** Rules on the speed since the guest's last position. */
function bySpeed(
  rule: (hop: Hop, from: Fix, to: Fix) => number,
  isStored: (visit: Visit) => boolean = () => true,
): RivalRule["start"] {
  return () => {
    const last = new Map<string, Fix>();
    return (visit) => {
      const to = fixOf(visit);
      const from = last.get(visit.guestId);
      if (isStored(visit)) last.set(visit.guestId, to);
      return from === undefined ? 0 : rule(hop(from, to), from, to);
    };
  };
}

const HIDDEN_EXIT = /akamai|cloudflare|m247|datacamp/i;
const isHiddenExit = (visit: Visit): boolean => HIDDEN_EXIT.test(visit.fingerprint.edge_as_org ?? "");

/** > 900 km/h since the last login; less than 50 km in 10 minutes is noise; VPN and relay positions score low and are not stored. */
const panther: RivalRule = {
  name: "Panther",
  start: () => {
    const score = bySpeed(
      ({ km, hours, kmh }, from, to) => (from.ip === to.ip || (km < 50 && hours < 1 / 6) || kmh <= 900 ? 0 : kmh),
      (visit) => !isHiddenExit(visit),
    )();
    return (visit) => (isHiddenExit(visit) ? Math.min(score(visit), 1) : score(visit));
  },
};

/** > 300 km/h and > 100 km, for new addresses only. */
const buffaLogs: RivalRule = {
  name: "BuffaLogs",
  start: () => {
    const seen = new Set<string>();
    const score = bySpeed(({ km, kmh }) => (km > 100 && kmh > 300 ? kmh : 0))();
    return (visit) => {
      const key = `${visit.guestId} ${visit.ipAddress}`;
      const speed = score(visit);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew ? speed : 0;
    };
  },
};

/** ≥ 500 km and ≥ 800 km/h within 90 minutes. */
const elastic: RivalRule = {
  name: "Elastic",
  start: bySpeed(({ km, hours, kmh }) => (km >= 500 && kmh >= 800 && hours <= 1.5 ? kmh : 0)),
};

/** > 250 km/h since the last login. */
const curity: RivalRule = { name: "Curity", start: bySpeed(({ kmh }) => (kmh > 250 ? kmh : 0)) };

interface GuestState {
  fix: Fix;
  agent: string;
  recent: number[];
}

/** The specification implemented literally: equality of strings and addresses, 500 km in one and in six hours, two strong of five. */
const literalSpecification: RivalRule = {
  name: "literal spec",
  start: () => {
    const states = new Map<string, GuestState>();
    return (visit) => {
      const to = fixOf(visit);
      const before = states.get(visit.guestId);
      const recent = [...(before?.recent ?? []).filter((at) => visit.at - at < 10 * MINUTE), visit.at];
      states.set(visit.guestId, { fix: to, agent: visit.userAgent, recent });
      const journey = before === undefined ? null : hop(before.fix, to);
      const isFar = journey !== null && journey.km > 500;
      const expected = ["accept_language", "timezone", "language", "platform", "screen"];
      const missing = expected.filter((key) => visit.fingerprint[key] === undefined).length;
      const scores = [
        before !== undefined && before.agent !== visit.userAgent ? 80 : 0,
        before !== undefined && before.fix.ip !== visit.ipAddress ? 70 : 0,
        visit.userAgent === "" ? 100 : missing * 20,
        Math.min(100, (recent.length - 1) * 15),
        isFar && journey.hours <= 1 ? 90 : isFar && journey.hours <= 6 ? 50 : 0,
      ];
      const strong = scores.filter((score) => score >= 70).length;
      const sum = scores.reduce((total, score) => total + score, 0);
      return strong >= 2 ? 60 + (sum * 40) / 500 : (Math.min(sum, 150) * 59) / 150;
    };
  },
};

/** Freeman et al. 2016 with the weights of das-group/rba-algorithm: rarity of a feature for this guest relative to all. */
const FREEMAN = [
  ["address", 0.6],
  ["provider", 0.3],
  ["country", 0.1],
  ["agent", 0.54],
  ["browser", 0.27],
  ["system", 0.19],
] as const;

function freemanFeatures(visit: Visit): Readonly<Record<(typeof FREEMAN)[number][0], string>> {
  const agent = visit.userAgent;
  return {
    address: visit.ipAddress,
    provider: String(visit.asn),
    country: visit.fingerprint.edge_country ?? visit.city.country,
    agent,
    browser: /(Edg|Firefox|CriOS|Chrome|Version)\/\d+/.exec(agent)?.[0] ?? agent,
    system: /\(([^;)]+)/.exec(agent)?.[1] ?? "",
  };
}

const freeman: RivalRule = {
  name: "Freeman",
  start: () => {
    const all = new Map<string, number>();
    const own = new Map<string, number>();
    let total = 0;
    const totals = new Map<string, number>();
    return (visit) => {
      const features = freemanFeatures(visit);
      const visits = totals.get(visit.guestId) ?? 0;
      let score = 0;
      for (const [name, weight] of FREEMAN) {
        const value = `${name} ${features[name]}`;
        const everywhere = ((all.get(value) ?? 0) + 1) / (total + 2);
        const here = ((own.get(`${visit.guestId} ${value}`) ?? 0) + everywhere) / (visits + 1);
        score += weight * Math.log(everywhere / here);
        all.set(value, (all.get(value) ?? 0) + 1);
        own.set(`${visit.guestId} ${value}`, (own.get(`${visit.guestId} ${value}`) ?? 0) + 1);
      }
      total += 1;
      totals.set(visit.guestId, visits + 1);
      return visits === 0 ? -1e3 : score;
    };
  },
};

export const RIVAL_RULES: readonly RivalRule[] = [panther, buffaLogs, elastic, curity, literalSpecification, freeman];
