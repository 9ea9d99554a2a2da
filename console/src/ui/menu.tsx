import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "./button.tsx";

export interface MenuAction {
  id: string;
  label: string;
  onAction: () => void;
  /** For an action that cannot be undone. */
  isDanger?: boolean;
}

/** A button that opens a list of actions. @param label for screen readers, if `children` has no text */
export function ActionMenu({
  label,
  children,
  actions,
  isSmall = false,
}: {
  label?: string;
  children: ReactNode;
  actions: MenuAction[];
  isSmall?: boolean;
}) {
  return (
    <MenuTrigger>
      <Button look="quiet" isSmall={isSmall} {...(label === undefined ? {} : { "aria-label": label })}>
        {children}
      </Button>
      <Popover className="popover">
        <AriaMenu>
          {actions.map(({ id, label: words, onAction, isDanger }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={words}
              onAction={onAction}
              {...(isDanger ? { "data-danger": "" } : {})}
            >
              {words}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
