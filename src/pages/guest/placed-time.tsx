import { aroundSpans, deadlineText, placeOf } from "../../i18n/event-time.ts";
import type { Values } from "../../i18n/message.ts";
import type { TextId } from "../../i18n/texts.ts";
import { useTexts } from "../texts.tsx";

interface PlacedTimeProps {
  /** A text with a time and its place. */
  text: string;
  /** The time, epoch milliseconds. */
  at: number;
  timeZone: string;
}

/**
 * A time with the place whose clocks show it. The script hides the place from readers whose own clocks show the same;
 * see src/pages/client/guest/own-time.ts.
 */
export function PlacedTime({ text, at, timeZone }: PlacedTimeProps) {
  const place = placeOf(useTexts(), at, timeZone);
  const from = text.lastIndexOf(place);
  if (from < 0) return <Unbroken text={text} />;
  // In a language from right to left, the place stands in an isolate, which is hidden with it.
  const before = text.slice(0, from).replace(/\s*\u2068?$/, "");
  const to = from + place.length + Number(text[from - 1] === "\u2068");
  return (
    <>
      <Unbroken text={before} />
      <span class="place" data-at={new Date(at).toISOString()} data-zone={timeZone}>
        {text.slice(before.length, to)}
      </span>
      {text.slice(to)}
    </>
  );
}

/** Keeps a span of times, and a time with its words, on one line. */
function Unbroken({ text }: { text: string }) {
  return <>{aroundSpans(text).map((part, index) => (index % 2 === 0 ? part : <span class="span">{part}</span>))}</>;
}

interface DeadlineProps {
  /** Epoch milliseconds. */
  deadline: number;
  timeZone: string;
  /** Whether the deadline is ahead or over. */
  when: "ahead" | "over";
}

/** A sentence about the deadline for RSVPs. */
export function Deadline({ deadline, timeZone, when }: DeadlineProps) {
  const texts = useTexts();
  const { id, values, hasTime }: { id: TextId; values: Values; hasTime: boolean } = deadlineText(
    texts,
    deadline,
    timeZone,
    when,
  );
  const text = texts.format(id, values);
  return hasTime ? <PlacedTime text={text} at={deadline} timeZone={timeZone} /> : <>{text}</>;
}
