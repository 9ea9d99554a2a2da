// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names its active row
import { useNavigate, useRouter } from "@tanstack/react-router";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Guest } from "@usher/client";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useText } from "../../i18n/use-text.tsx";
import { GuestRow } from "./guest-row.tsx";
import { useIsWide } from "./use-is-wide.ts";

/** Of a row, in rem: a line of a table, or a card. `screen.css` lays them out. */
const ROW_REM = { wide: 3.5, narrow: 5.5 };
/** Never more rows in the document, however tall the window is. */
const MAX_ROWS = 60;
const OVERSCAN = { least: 2, most: 8 };
/** The next page is fetched when so many rows are left below those that are shown. */
const AHEAD = 60;
const PAGE_STEP = 10;
/** What covers the list: the header row above, the selection's actions below. Pixels. */
const COVERED = { above: 56, below: 96 };

/** The guests who are selected, by id. They stay when the list shows others. */
export type Selection = ReadonlyMap<string, Guest>;

interface ListProps {
  /** The grid, which takes the focus. */
  ref: RefObject<HTMLDivElement | null>;
  eventId: string;
  guests: Guest[];
  /** Rows in all, where that is known. */
  total: number | null;
  hasMore: boolean;
  /** The guests of another search are shown until those of this one are there. */
  isBusy: boolean;
  onNearEnd: () => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Selects all that the list has, fetched or not; or none. */
  onSelectAll: (isSelected: boolean) => void;
  canSelect: boolean;
}

/**
 * The guests as a grid of virtual rows: arrows, Home, End and Page keys move, Space selects, with Shift a range, Enter opens.
 * The focus stays on the grid and names the active row, so that scrolling never takes it away.
 */
export function GuestList(props: ListProps) {
  const { eventId, guests, total, hasMore, onNearEnd, selection, canSelect } = props;
  const t = useText("guests");
  const router = useRouter();
  const isWide = useIsWide();
  const [active, setActive] = useState(0);
  const [scrollMargin, setScrollMargin] = useState(0);
  const rowHeight = useRowHeight(isWide);
  const count = hasMore ? Math.max(guests.length + 1, total ?? 0) : guests.length;
  const fitting = Math.ceil(window.innerHeight / rowHeight) + 2;
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: Math.max(OVERSCAN.least, Math.min(OVERSCAN.most, Math.floor((MAX_ROWS - 1 - fitting) / 2))),
    scrollMargin,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
    // Without it each event of the wheel is rendered at once, between frames.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      // The row that a screen reader is on has to be there.
      return shown.includes(active) || active >= count ? shown : [...shown, active].sort((one, other) => one - other);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other row heights need another measure
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const body = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setScrollMargin(element.getBoundingClientRect().top + window.scrollY);
    // What is above the list may become taller: the toolbar wraps, filters open. Observers run outside of scrolling.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= guests.length - AHEAD) onNearEnd();
  }, [hasMore, last, guests.length, onNearEnd]);

  const { onKeyDown, onClick } = useListActions(props, {
    active,
    count,
    activate: setActive,
    move(index) {
      setActive(index);
      virtualizer.scrollToIndex(index, { align: "auto" });
    },
  });
  const isAll = guests.length > 0 && guests.every(({ id }) => selection.has(id));
  const activeGuest = guests[active];
  return (
    <div
      ref={props.ref}
      role="grid"
      className="guest-grid"
      aria-label={t("title")}
      aria-rowcount={total === null && hasMore ? -1 : count + 1}
      aria-multiselectable={canSelect}
      aria-busy={props.isBusy}
      {...(activeGuest === undefined ? {} : { "aria-activedescendant": rowId(activeGuest) })}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup" className="guest-head">
        <div role="row" aria-rowindex={1} className="guest-row head">
          <div role="columnheader" className="guest-check">
            {canSelect ? (
              <input
                type="checkbox"
                aria-label={t("select-all")}
                checked={isAll && !hasMore}
                ref={(box) => {
                  if (box !== null) box.indeterminate = selection.size > 0 && !(isAll && !hasMore);
                }}
                onChange={({ target }) => props.onSelectAll(target.checked)}
              />
            ) : null}
          </div>
          {(["name", "answer", "invitation", "tags", "table"] as const).map((column) => (
            <div key={column} role="columnheader" className={`guest-${column}`}>
              {t(`column-${column}`)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="guest-body" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const guest = guests[index];
          return (
            <GuestRow
              key={guest?.id ?? `row-${index}`}
              id={guest === undefined ? "" : rowId(guest)}
              guest={guest}
              index={index}
              top={start - scrollMargin}
              height={rowHeight}
              href={`${router.options.basepath}/events/${eventId}/guests/${guest?.id}`}
              isSelected={guest !== undefined && selection.has(guest.id)}
              isActive={index === active}
              canSelect={canSelect}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What keys and clicks do. */
function useListActions(
  { eventId, guests, selection, onSelect, onSelectAll, canSelect }: ListProps,
  {
    active,
    count,
    activate,
    move,
  }: { active: number; count: number; activate: (index: number) => void; move: (index: number) => void },
) {
  const navigate = useNavigate();
  const anchor = useRef<number | null>(null);
  const open = (index: number) => {
    const guest = guests[index];
    if (guest === undefined) return;
    void navigate({ to: "/events/$eventId/guests/$guestId", params: { eventId, guestId: guest.id } });
  };
  const toggle = (index: number) => {
    const guest = guests[index];
    if (guest === undefined || !canSelect) return;
    anchor.current = index;
    const next = new Map(selection);
    if (!next.delete(guest.id)) next.set(guest.id, guest);
    onSelect(next);
  };
  const selectTo = (index: number) => {
    if (!canSelect) return;
    const from = anchor.current ?? active;
    anchor.current = from;
    const range = guests.slice(Math.min(from, index), Math.max(from, index) + 1);
    onSelect(new Map([...selection, ...range.map((guest) => [guest.id, guest] as const)]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The checkbox of the header has keys of its own.
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_STEP,
      PageUp: active - PAGE_STEP,
      Home: 0,
      End: count - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      const index = Math.max(0, Math.min(count - 1, target));
      if (event.shiftKey) selectTo(index);
      move(index);
    } else if (event.key === " ") toggle(active);
    else if (event.key === "Enter") open(active);
    else if (event.key === "Escape" && selection.size > 0) onSelect(new Map());
    else if (event.key === "a" && (event.ctrlKey || event.metaKey) && canSelect) onSelectAll(true);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>("[data-index]");
    if (row === null || row === undefined) return;
    const index = Number(row.dataset.index);
    activate(index);
    if (target?.closest(".guest-check")) {
      if (event.shiftKey) selectTo(index);
      else toggle(index);
      return;
    }
    // Browsers open links in other tabs by themselves.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(index);
  };
  return { onKeyDown, onClick };
}

/** The height of a row in pixels, by the size of the text that the browser is set to. */
function useRowHeight(isWide: boolean): number {
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return Math.round(rem * (isWide ? ROW_REM.wide : ROW_REM.narrow));
}

function rowId({ id }: Guest): string {
  return `guest-${id}`;
}
