import { useEffect, useState } from "react";

/** A value that has stayed the same for a while: a preview of every letter that is typed would be too many. */
export function useDebounced<Value>(value: Value, ms = 350): Value {
  const [debounced, setDebounced] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that says the same is the same value
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return debounced;
}
