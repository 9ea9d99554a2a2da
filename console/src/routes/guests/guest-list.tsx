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
  useSyncExternalStore,
} from "react";
import { textsOf } from "../../i18n/text.tsx";
import { GuestRow } from "./guest-row.tsx";

const t = textsOf("guests");

/** Heights of a row in rem: a line of a table, or a card. `screen.css` has the layout. */
const ROW_REM = { wide: 3.5, narrow: 5.5 };
/** The most rows in the document, for any window. */
const MAX_ROWS = 60;
const OVERSCAN = { least: 2, most: 8 };
/** The next page is fetched when this many rows are left below the window. */
const AHEAD = 60;
const PAGE_STEP = 10;
/** Heights that the header row and the selection bar cover, in pixels. */
const COVERED = { above: 56, below: 96 };

/** The selected guests by ID. The selection survives a change of the filter. */
export type Selection = ReadonlyMap<string, Guest>;

interface ListProps {
  /** The focusable grid. */
  ref: RefObject<HTMLDivElement | null>;
  eventId: string;
  guests: Guest[];
  /** Number of rows, or null if unknown. */
  total: number | null;
  hasMore: boolean;
  /** True while the guests of the previous search are shown. */
  isBusy: boolean;
  onNearEnd: () => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Selects all guests of the list, fetched or not, or none. */
  onSelectAll: (isSelected: boolean) => void;
  canSelect: boolean;
}

/**
 * The guests as a grid of virtual rows. Arrows, Home, End and Page keys move, Space selects, Shift selects a range, Enter opens.
 * The focus stays on the grid, which names the active row, so scrolling never removes it.
 */
export function GuestList(props: ListProps) {
  const { eventId, guests, total, hasMore, onNearEnd, selection, canSelect } = props;
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
    // By default each wheel event is rendered synchronously, between frames.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      // A screen reader needs the active row in the document.
      return shown.includes(active) || active >= count ? shown : [...shown, active].sort((one, other) => one - other);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height needs a new measurement
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const body = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setScrollMargin(element.getBoundingClientRect().top + window.scrollY);
    // The area above the list may grow: the toolbar wraps, filters open. Observers run outside of scrolling.
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
    // The checkbox of the header handles its own keys.
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
    // Browsers open links in other tabs automatically.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(index);
  };
  return { onKeyDown, onClick };
}

/** Returns the height of a row in pixels, for the browser's text size. */
function useRowHeight(isWide: boolean): number {
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return Math.round(rem * (isWide ? ROW_REM.wide : ROW_REM.narrow));
}

function rowId({ id }: Guest): string {
  return `guest-${id}`;
}

/** At this width a list is a table; below, each row is a card. */
const WIDE = window.matchMedia("(min-width: 48rem)");

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener("change", listener);
      return () => WIDE.removeEventListener("change", listener);
    },
    () => WIDE.matches,
  );
}
