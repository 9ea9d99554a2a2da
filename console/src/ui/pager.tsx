import { type ReactNode, useState } from "react";
import { number, textsOf } from "../i18n/text.tsx";
import { Button } from "./button.tsx";

const t = textsOf("common");

/** Items per page: few enough that a screen stays fast. */
const SIZE = 50;

/**
 * Splits a long list into pages.
 * @returns `shown`: the items of the page; `pager`: the buttons to the other pages, or null if there is only one page
 */
export function usePager<Item>(items: readonly Item[]): { shown: readonly Item[]; pager: ReactNode } {
  const [chosen, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(items.length / SIZE) - 1);
  // The list may have become shorter.
  const page = Math.min(chosen, last);
  const from = page * SIZE;
  const to = Math.min(items.length, from + SIZE);
  const pager =
    last === 0 ? null : (
      <div className="row">
        <Button look="quiet" isDisabled={page === 0} onPress={() => setPage(page - 1)}>
          {t("page-before")}
        </Button>
        <span className="muted numeric" role="status">
          {t("page-of", { from: number(from + 1), to: number(to), count: number(items.length) })}
        </span>
        <Button look="quiet" isDisabled={page === last} onPress={() => setPage(page + 1)}>
          {t("page-after")}
        </Button>
      </div>
    );
  return { shown: items.slice(from, to), pager };
}

/** The button that fetches the next page of a list, if there is one. */
export function More({
  query,
  isSmall = false,
  children,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  isSmall?: boolean;
  children: ReactNode;
}) {
  return query.hasNextPage ? (
    <Button
      look="quiet"
      isSmall={isSmall}
      isPending={query.isFetchingNextPage}
      onPress={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  ) : null;
}
