import { useEffect, useState } from "react";

/** A value once it has not changed for a while: a preview of every letter would be too many. @param ms milliseconds */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
