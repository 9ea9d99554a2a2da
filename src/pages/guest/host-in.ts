/** The host's name within a sentence; see `hostLabel` for its beginning. */
export function hostIn(hostName: string): string {
  return hostName === "" ? "your host" : hostName;
}
