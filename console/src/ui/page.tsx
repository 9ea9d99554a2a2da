import { type ReactNode, useEffect } from "react";

/**
 * The frame of a screen: its heading, its actions, and the title of the tab.
 * @param title the screen's one heading of level 1
 */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Usher`;
  }, [title]);
  return (
    <div className="stack loose">
      <header className="row spread">
        <div className="stack tight grow">
          <h1 className="break">{title}</h1>
          {lead === undefined ? null : <p className="muted">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
