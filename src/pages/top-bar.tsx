import type { Child } from "hono/jsx";

/** The bar at the top of the pages of hosts and helpers. */
export function TopBar({ children }: { children?: Child }) {
  return (
    <header class="topbar">
      <p class="brandmark">Usher</p>
      {children}
    </header>
  );
}
