/** One address without the size of its network: `203.0.113.7` for `203.0.113.7/32`. */
export function networkName(cidr: string): string {
  return cidr.replace(/\/32$/, "");
}
