import type { Child } from "hono/jsx";

/** The bar at the top of the pages of hosts and helpers. @param isHost links the name to the console */
export function TopBar({ isHost = false, children }: { isHost?: boolean; children?: Child }) {
  return (
    <header class="topbar">
      {isHost ? (
        <a class="brandmark" href="/app">
          Usher
        </a>
      ) : (
        <p class="brandmark">Usher</p>
      )}
      {children}
    </header>
  );
}
