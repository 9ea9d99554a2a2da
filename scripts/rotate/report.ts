import { KEY_USE_PREFIX } from "../../src/platform/key-uses/key-use-name.ts";
import { PURPOSES } from "./purposes.ts";

/** Live values of a purpose. `until` in epoch milliseconds. */
export interface LiveCount {
  purpose: string;
  live: number;
  until: number | null;
}

/** A name in KV, as `wrangler kv key list` prints it. */
export interface ListedName {
  name: string;
  metadata?: { last_used_at?: string };
}

/** What a rotation would do, one line a purpose. @param counts from `countLiveValues` */
export function liveLines(counts: readonly LiveCount[]): string[] {
  return Object.entries(PURPOSES).map(([purpose, { what, lasts, afterRemoval }]) => {
    const found = counts.find((count) => count.purpose === purpose);
    const live = found === undefined ? `not stored, work for ${lasts}` : `${found.live} live${untilOf(found)}`;
    return `  ${purpose.padEnd(20)} ${what}: ${live}. Without the previous secret, ${afterRemoval}.`;
  });
}

/** When the previous secret was last used, one line a purpose, the latest first. */
export function useLines(names: readonly ListedName[]): string[] {
  const uses = names.flatMap(({ name, metadata }) => {
    const [purpose, keyId] = name.slice(KEY_USE_PREFIX.length).split(":");
    return metadata?.last_used_at === undefined ? [] : [{ purpose, keyId, at: metadata.last_used_at }];
  });
  return uses
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ purpose = "", keyId, at }) => `  ${purpose.padEnd(20)} ${at}, key ${keyId}`);
}

function untilOf({ live, until }: LiveCount): string {
  return live === 0 || until === null ? "" : `, the last until ${new Date(until).toISOString().slice(0, 10)}`;
}
