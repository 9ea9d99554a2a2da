import { useEffect, useState } from "react";

/** Returns a value once it has not changed for `ms`, so that a preview does not follow every letter. */
export function useDebounced<Value>(value: Value, ms = 350): Value {
  const [debounced, setDebounced] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal objects are the same value
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return debounced;
}
