import { Fragment, type ReactNode } from "react";
import type { Values } from "../../../src/i18n/message.ts";
import type { Area, Key } from "./areas.ts";
import { format, partsOf } from "./catalogue.ts";

/** Formats a text of one area. */
export type Translate<A extends Area> = (key: Key<A>, values?: Values) => string;

/** The texts of an area: `const t = useText("guests")`, then `t("title", { count: 3 })`. */
export function useText<A extends Area>(area: A): Translate<A> {
  return (key, values) => format(area, key, values);
}

/**
 * A text with markup: `<Text area="events" id="empty" values={{…}} link={(words) => <a …>{words}</a>} />` for a text such as
 * `Read {#link}the guide{/link}.`
 */
export function Text<A extends Area>({
  area,
  id,
  values,
  ...markup
}: { area: A; id: Key<A>; values?: Values } & Partial<
  Record<"link" | "strong" | "quiet", (words: ReactNode) => ReactNode>
>) {
  const wrappers: Record<string, ((words: ReactNode) => ReactNode) | undefined> = markup;
  const nodes: ReactNode[] = [];
  let open: { name: string; from: number } | null = null;
  for (const part of partsOf(area, id, values)) {
    if (typeof part === "string") nodes.push(<Fragment key={nodes.length}>{part}</Fragment>);
    else if (part.kind === "open") open = { name: part.markup, from: nodes.length };
    else if (open !== null) {
      const words = nodes.splice(open.from);
      const wrap: ((words: ReactNode) => ReactNode) | undefined = wrappers[open.name];
      nodes.push(<Fragment key={nodes.length}>{wrap === undefined ? words : wrap(words)}</Fragment>);
      open = null;
    }
  }
  return <>{nodes}</>;
}
