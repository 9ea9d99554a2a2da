import type { placeholderValues } from "./placeholder-values.ts";

type Values = ReturnType<typeof placeholderValues>;

/** With the marks of every phone where ours are outside GSM-7: one of them makes twice as many parts of a text message. */
export function inTextMessage(values: Values): Values {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ").replaceAll("’", "'");
  return { ...values, event_date: plain(values.event_date), days_away: plain(values.days_away) };
}
