import type { Scope } from "@usher/client";

/** `events:read` in the key of its text. */
export function wordOf(scope: Scope) {
  return scope.replace(/[:_]/g, "-") as Hyphenated<typeof scope>;
}

type Hyphenated<Text extends string> = Text extends `${infer One}:${infer Other}`
  ? `${One}-${Other}`
  : Text extends `${infer One}_${infer Other}`
    ? `${One}-${Other}`
    : Text;
