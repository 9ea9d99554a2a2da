import type { Address } from "./network.ts";

/**
 * Large blocks that clouds and server hosts have held for years, used only where the edge does not name the provider.
 * Deliberately short: a missed block costs a little recall, a wrong one would call a home a data centre.
 */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  amazon: [
    "3.64.0.0/12",
    "3.208.0.0/12",
    "18.192.0.0/13",
    "34.192.0.0/10",
    "44.192.0.0/10",
    "52.0.0.0/11",
    "54.64.0.0/11",
    "54.144.0.0/12",
    "54.192.0.0/12",
  ],
  google: [
    "34.64.0.0/10",
    "35.184.0.0/13",
    "35.192.0.0/12",
    "104.154.0.0/15",
    "104.196.0.0/14",
    "66.249.64.0/19",
    "66.102.0.0/20",
  ],
  microsoft: [
    "20.33.0.0/16",
    "20.40.0.0/13",
    "20.48.0.0/12",
    "20.64.0.0/10",
    "40.64.0.0/10",
    "52.96.0.0/12",
    "52.224.0.0/11",
    "104.40.0.0/13",
    "104.208.0.0/13",
  ],
  digitalocean: [
    "64.225.0.0/16",
    "68.183.0.0/16",
    "138.68.0.0/16",
    "138.197.0.0/16",
    "139.59.0.0/16",
    "142.93.0.0/16",
    "157.230.0.0/16",
    "159.65.0.0/16",
    "159.89.0.0/16",
    "161.35.0.0/16",
    "165.22.0.0/16",
    "167.71.0.0/16",
    "167.99.0.0/16",
    "178.62.0.0/16",
    "178.128.0.0/16",
    "188.166.0.0/16",
    "206.189.0.0/16",
  ],
  hetzner: [
    "5.9.0.0/16",
    "46.4.0.0/16",
    "78.46.0.0/15",
    "88.99.0.0/16",
    "88.198.0.0/16",
    "95.216.0.0/15",
    "116.202.0.0/15",
    "135.181.0.0/16",
    "136.243.0.0/16",
    "138.201.0.0/16",
    "144.76.0.0/16",
    "148.251.0.0/16",
    "159.69.0.0/16",
    "162.55.0.0/16",
    "168.119.0.0/16",
    "176.9.0.0/16",
    "178.63.0.0/16",
    "188.40.0.0/16",
    "195.201.0.0/16",
  ],
  ovh: [
    "51.68.0.0/16",
    "51.75.0.0/16",
    "51.77.0.0/16",
    "51.83.0.0/16",
    "51.89.0.0/16",
    "51.91.0.0/16",
    "54.36.0.0/14",
    "91.121.0.0/16",
    "137.74.0.0/16",
    "145.239.0.0/16",
    "149.56.0.0/16",
    "151.80.0.0/16",
    "164.132.0.0/16",
    "167.114.0.0/16",
    "176.31.0.0/16",
    "188.165.0.0/16",
    "193.70.0.0/17",
  ],
  mailSecurity: [
    "67.231.144.0/20",
    "148.163.128.0/19",
    "205.220.160.0/20",
    "205.139.110.0/23",
    "207.211.30.0/23",
    "64.235.144.0/20",
    "209.222.80.0/21",
  ],
};

interface Range {
  readonly first: number;
  readonly last: number;
}

function toNumber(dotted: string): number {
  return dotted.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

function toRange(cidr: string): Range {
  const [base = "", bits = "32"] = cidr.split("/");
  const first = toNumber(base);
  return { first, last: first + 2 ** (32 - Number(bits)) - 1 };
}

const RANGES: readonly Range[] = Object.values(BLOCKS)
  .flat()
  .map(toRange)
  .sort((a, b) => a.first - b.first);

/** Whether an IPv4 address lies in one of the blocks above. IPv6 is left to the edge's facts. */
export function isHostingBlock(address: Address): boolean {
  if (address.family !== 4) return false;
  const value = toNumber(address.text);
  let low = 0;
  let high = RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = RANGES[middle];
    if (range === undefined) return false;
    if (value < range.first) high = middle - 1;
    else if (value > range.last) low = middle + 1;
    else return true;
  }
  return false;
}
