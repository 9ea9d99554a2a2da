import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { eventQuery, isSignedIn, queryClient } from "./api/queries.ts";
import type { Area } from "./i18n/areas.ts";
import { loadTexts } from "./i18n/catalogue.ts";
import { AccountFrame } from "./layout/account-frame.tsx";
import { EventFrame } from "./layout/event-frame.tsx";
import { Failure, Missing, Pending, ScreenNotLoaded } from "./layout/failures.tsx";
import { Root } from "./layout/root.tsx";
import { readFilter } from "./routes/guests/filter.ts";

/**
 * A screen's code, and the texts of its areas, in chunks of their own.
 * @throws ScreenNotLoaded without a network. The router would reload the page for what `import()` throws, and the browser's
 *   own page would take the place of the console
 */
function screen(areas: Area[], load: () => Promise<{ Screen: RouteComponent }>) {
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
    // Only paths of the console: anything else would make this page a redirector.
    return typeof next === "string" && /^\/(?!\/)/.test(next) ? { next } : {};
  },
  component: screen(["sign-in"], () => import("./routes/sign-in/screen.tsx")),
});

/** Everything that needs a session. */
const account = createRoute({
  getParentRoute: () => root,
  id: "account-frame",
  component: AccountFrame,
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) throw redirect({ to: "/sign-in", search: { next: location.href } });
  },
});

const events = createRoute({
  getParentRoute: () => account,
  path: "/",
  component: screen(["events"], () => import("./routes/events/screen.tsx")),
});

const event = createRoute({
  getParentRoute: () => account,
  path: "/events/$eventId",
  component: EventFrame,
  loader: ({ params }) => queryClient.ensureQueryData(eventQuery(params.eventId)),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: screen(["sign-in"], () => import("./routes/sign-up/screen.tsx")),
});
const create = createRoute({
  getParentRoute: () => account,
  path: "/create",
  component: screen(["create", "look"], () => import("./routes/create/screen.tsx")),
});
const profile = createRoute({
  getParentRoute: () => account,
  path: "/account",
  component: screen(["account"], () => import("./routes/account/screen.tsx")),
});
const security = createRoute({
  getParentRoute: () => account,
  path: "/account/security",
  component: screen(["account"], () => import("./routes/account/security/screen.tsx")),
});
const keys = createRoute({
  getParentRoute: () => account,
  path: "/account/keys",
  component: screen(["account"], () => import("./routes/account/keys/screen.tsx")),
});
const plan = createRoute({
  getParentRoute: () => account,
  path: "/account/plan",
  component: screen(["account"], () => import("./routes/account/plan/screen.tsx")),
});
const data = createRoute({
  getParentRoute: () => account,
  path: "/account/data",
  component: screen(["account"], () => import("./routes/account/data/screen.tsx")),
});
const webhooks = createRoute({
  getParentRoute: () => account,
  path: "/account/webhooks",
  component: screen(["account"], () => import("./routes/account/webhooks/screen.tsx")),
});
const overview = createRoute({
  getParentRoute: () => event,
  path: "/",
  component: screen(["overview", "messages"], () => import("./routes/overview/screen.tsx")),
});
const guests = createRoute({
  getParentRoute: () => event,
  path: "/guests",
  validateSearch: readFilter,
  component: screen(["guests", "guest"], () => import("./routes/guests/screen.tsx")),
});
const guest = createRoute({
  getParentRoute: () => event,
  path: "/guests/$guestId",
  component: screen(["guest", "guests"], () => import("./routes/guests/guest/screen.tsx")),
});
const importGuests = createRoute({
  getParentRoute: () => event,
  path: "/import",
  component: screen(["import", "guest"], () => import("./routes/import/screen.tsx")),
});
const send = createRoute({
  getParentRoute: () => event,
  path: "/send",
  component: screen(["send"], () => import("./routes/send/screen.tsx")),
});
const messages = createRoute({
  getParentRoute: () => event,
  path: "/messages",
  component: screen(["messages"], () => import("./routes/messages/screen.tsx")),
});
const compose = createRoute({
  getParentRoute: () => event,
  path: "/messages/new",
  component: screen(["messages", "send"], () => import("./routes/messages/compose/screen.tsx")),
});
const message = createRoute({
  getParentRoute: () => event,
  path: "/messages/$messageId",
  component: screen(["messages", "send"], () => import("./routes/messages/message/screen.tsx")),
});
const door = createRoute({
  getParentRoute: () => event,
  path: "/door",
  component: screen(["door"], () => import("./routes/door/screen.tsx")),
});
const safety = createRoute({
  getParentRoute: () => event,
  path: "/safety",
  component: screen(["safety"], () => import("./routes/safety/screen.tsx")),
});
const look = createRoute({
  getParentRoute: () => event,
  path: "/look",
  component: screen(["look"], () => import("./routes/look/screen.tsx")),
});
const team = createRoute({
  getParentRoute: () => event,
  path: "/team",
  component: screen(["team"], () => import("./routes/team/screen.tsx")),
});
const settings = createRoute({
  getParentRoute: () => event,
  path: "/settings",
  component: screen(["settings", "events"], () => import("./routes/settings/screen.tsx")),
});
const questions = createRoute({
  getParentRoute: () => event,
  path: "/settings/questions",
  component: screen(["settings"], () => import("./routes/settings/questions/screen.tsx")),
});
const seats = createRoute({
  getParentRoute: () => event,
  path: "/settings/seats",
  component: screen(["settings", "guest"], () => import("./routes/settings/seats/screen.tsx")),
});
const alerts = createRoute({
  getParentRoute: () => event,
  path: "/settings/alerts",
  component: screen(["settings"], () => import("./routes/settings/alerts/screen.tsx")),
});
const log = createRoute({
  getParentRoute: () => event,
  path: "/log",
  component: screen(["log"], () => import("./routes/log/screen.tsx")),
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  account.addChildren([
    events,
    create,
    profile,
    security,
    keys,
    plan,
    webhooks,
    data,
    event.addChildren([
      overview,
      guests,
      guest,
      importGuests,
      send,
      messages,
      compose,
      message,
      door,
      safety,
      look,
      team,
      settings,
      questions,
      seats,
      alerts,
      log,
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
