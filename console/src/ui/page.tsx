import { type ReactNode, useEffect } from "react";

/** The frame of a screen. @param title the heading of level 1, and the title of the tab */
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

/** A part of a screen: a region that its heading names. @param id of the heading, for lists that have its name too */
export function Section({
  id,
  title,
  className = "card stack",
  children,
}: {
  id: string;
  title: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
