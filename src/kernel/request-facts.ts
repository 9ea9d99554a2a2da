/** A request's facts about its client. Absent facts are empty strings, as in the scoring protocol. */
export interface RequestFacts {
  ipAddress: string;
  userAgent: string;
  referrer: string;
  method: string;
  /** Fingerprint entries that a page's script cannot set: headers, and facts of the edge. */
  edge: Record<string, string>;
}
