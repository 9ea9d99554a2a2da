import { readFileSync } from "node:fs";
import type { Address } from "./network.ts";

/** An inclusive range of IPv4 addresses as numbers. */
interface Range {
  readonly first: number;
  readonly last: number;
}

function toNumber(dotted: string): number {
  return dotted.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

const asns = new Set<number>();
/** In ascending order, without overlaps. */
const ranges: Range[] = [];

for (const line of readFileSync(new URL("hosting-networks.txt", import.meta.url), "utf8").split("\n")) {
  const [, asn] = /^AS(\d+) /.exec(line) ?? [];
  const [, first, last] = /^([\d.]+)-([\d.]+)$/.exec(line) ?? [];
  if (asn !== undefined) asns.add(Number(asn));
  if (first !== undefined && last !== undefined) ranges.push({ first: toNumber(first), last: toNumber(last) });
}

/** True for the autonomous system of a cloud, a server host, a VPN operator or an email-security vendor. */
export function isHostingAsn(asn: number): boolean {
  return asns.has(asn);
}

/** Whether such a network announces an IPv4 address, by binary search. IPv6 is left to the edge's facts. */
export function isHostingAddress(address: Address): boolean {
  if (address.family !== 4) return false;
  const value = toNumber(address.text);
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range.first) high = middle - 1;
    else if (value > range.last) low = middle + 1;
    else return true;
  }
  return false;
}
