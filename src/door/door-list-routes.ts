import { routes } from "../http/routes.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { DoorList, DoorListQuery } from "./door-list-schemas.ts";
import { presentList } from "./present.ts";
import { readDoorList } from "./read-door-list.ts";
import { door } from "./scanner-ticket.ts";

const doorListGroup = routes({ tag: "Door", access: door("editor", "list") });
export const doorListRoutes = doorListGroup.app;

doorListGroup.get("/events/{eventId}/door-list", {
  name: "readDoorList",
  summary: forDocs("Get the offline door list"),
  description: forDocs(
    "Returns all guests in up to 256 buckets, for a phone that may lose its network. Send the buckets you have in `have` to get only the changed ones. Encrypt the stored list with `keys`.",
  ),
  query: DoorListQuery,
  response: [200, DoorList, forDocs("The changed buckets")],
  isPresented: true,
  errors: ["event_cancelled"],
  run: async (ctx, caller, { query }) => presentList(await readDoorList(ctx, caller, query)),
});
