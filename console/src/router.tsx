import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { eventQuery, isSignedIn, queryClient } from "./api/client.ts";
import type { Area } from "./i18n/areas.ts";
import { loadTexts } from "./i18n/catalogue.ts";
import { AccountFrame } from "./layout/account-frame.tsx";
import { EventFrame } from "./layout/event-frame.tsx";
import { Failure, Missing, Pending, ScreenNotLoaded } from "./layout/failures.tsx";
import { Root } from "./layout/root.tsx";
import { readFilter } from "./routes/guests/filter.ts";
import { readShown } from "./routes/safety/shown.ts";

type LoadScreen = () => Promise<{ Screen: RouteComponent }>;

/**
 * Loads a screen's code and texts in separate chunks.
 * @throws ScreenNotLoaded without a network. For an error of `import()` the router would reload the page, and the browser's
 *   error page would replace the console
 */
function screen(areas: Area[], load: LoadScreen) {
  return lazyRouteComponent(async () => {
    try {
      const [module] = await Promise.all([load(), ...areas.map(loadTexts)]);
      return { default: module.Screen };
    } catch (cause) {
      throw new ScreenNotLoaded(cause);
    }
  });
}

const root = createRootRoute({ component: Root, notFoundComponent: Missing });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const { next } = search;
    // Only paths of the console, to prevent an open redirect.
    return typeof next === "string" && /^\/(?!\/)/.test(next) ? { next } : {};
  },
  component: screen(["sign-in"], () => import("./routes/sign-in/screen.tsx")),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: screen(["sign-in"], () => import("./routes/sign-up/screen.tsx")),
});

/** The parent of all screens that need a session. */
const account = createRoute({
  getParentRoute: () => root,
  id: "account-frame",
  component: AccountFrame,
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) throw redirect({ to: "/sign-in", search: { next: location.href } });
  },
});
const ofAccount = <Path extends string>(path: Path, areas: Area[], load: LoadScreen) =>
  createRoute({ getParentRoute: () => account, path, component: screen(areas, load) });

const event = createRoute({
  getParentRoute: () => account,
  path: "/events/$eventId",
  component: EventFrame,
  loader: ({ params }) => queryClient.ensureQueryData(eventQuery(params.eventId)),
});
const ofEvent = <Path extends string>(path: Path, areas: Area[], load: LoadScreen) =>
  createRoute({ getParentRoute: () => event, path, component: screen(areas, load) });

const guests = createRoute({
  getParentRoute: () => event,
  path: "/guests",
  validateSearch: readFilter,
  component: screen(["guests", "guest", "unsent"], () => import("./routes/guests/screen.tsx")),
});
const safety = createRoute({
  getParentRoute: () => event,
  path: "/safety",
  validateSearch: readShown,
  component: screen(["safety", "unsent"], () => import("./routes/safety/screen.tsx")),
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  account.addChildren([
    ofAccount("/", ["events"], () => import("./routes/events/screen.tsx")),
    ofAccount("/create", ["create", "look", "unsent"], () => import("./routes/create/screen.tsx")),
    ofAccount("/account", ["account"], () => import("./routes/account/screen.tsx")),
    ofAccount("/account/security", ["account"], () => import("./routes/account/security/screen.tsx")),
    ofAccount("/account/keys", ["account"], () => import("./routes/account/keys/screen.tsx")),
    ofAccount("/account/plan", ["account"], () => import("./routes/account/plan/screen.tsx")),
    ofAccount("/account/webhooks", ["account"], () => import("./routes/account/webhooks/screen.tsx")),
    ofAccount("/account/data", ["account"], () => import("./routes/account/data/screen.tsx")),
    event.addChildren([
      ofEvent("/", ["overview", "messages", "unsent"], () => import("./routes/overview/screen.tsx")),
      guests,
      ofEvent(
        "/guests/$guestId",
        ["guest", "guests", "messages", "unsent"],
        () => import("./routes/guests/guest/screen.tsx"),
      ),
      ofEvent("/import", ["import", "guest"], () => import("./routes/import/screen.tsx")),
      ofEvent("/send", ["send", "unsent"], () => import("./routes/send/screen.tsx")),
      ofEvent("/messages", ["messages"], () => import("./routes/messages/screen.tsx")),
      ofEvent("/messages/new", ["messages", "send", "unsent"], () => import("./routes/messages/compose/screen.tsx")),
      ofEvent(
        "/messages/$messageId",
        ["messages", "send", "unsent"],
        () => import("./routes/messages/message/screen.tsx"),
      ),
      ofEvent("/door", ["door", "unsent"], () => import("./routes/door/screen.tsx")),
      safety,
      ofEvent("/look", ["look"], () => import("./routes/look/screen.tsx")),
      ofEvent("/team", ["team", "unsent"], () => import("./routes/team/screen.tsx")),
      ofEvent("/settings", ["settings", "events", "unsent"], () => import("./routes/settings/screen.tsx")),
      ofEvent("/settings/questions", ["settings"], () => import("./routes/settings/questions/screen.tsx")),
      ofEvent("/settings/seats", ["settings", "guest", "unsent"], () => import("./routes/settings/seats/screen.tsx")),
      ofEvent("/settings/alerts", ["settings"], () => import("./routes/settings/alerts/screen.tsx")),
      ofEvent("/log", ["log", "messages"], () => import("./routes/log/screen.tsx")),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/app",
  defaultErrorComponent: Failure,
  defaultPendingComponent: Pending,
  defaultNotFoundComponent: Missing,
  defaultPreload: false,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
