import { type ReactNode, useState } from "react";
import { number } from "../i18n/formats.ts";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";

/** Items of a page: fewer rows than make a screen slow, however long a list is. */
const SIZE = 50;

/**
 * One page of a long list.
 * @returns `shown`: the items of the page; `pager`: the buttons to the other pages, null where there is one page only
 */
export function usePager<Item>(items: readonly Item[]): { shown: readonly Item[]; pager: ReactNode } {
  const t = useText("common");
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
