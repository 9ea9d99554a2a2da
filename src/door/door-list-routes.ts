import { routes } from "../http/routes.ts";
import { DoorList, DoorListQuery } from "./door-list-schemas.ts";
import { presentList } from "./present.ts";
import { readDoorList } from "./read-door-list.ts";
import { door } from "./scanner-ticket.ts";

const doorListGroup = routes({ tag: "Door", access: door("editor", "list") });
export const doorListRoutes = doorListGroup.app;

doorListGroup.get("/events/{eventId}/door-list", {
  name: "readDoorList",
  summary: "Read the guest list for a phone that may lose its network",
  description:
    "All guests in up to 256 buckets. Send the buckets that the phone has in `have`, and only those that changed come back. `keys` are for encrypting the list on the phone.",
  query: DoorListQuery,
  response: [200, DoorList, "The buckets that changed"],
  isPresented: true,
  errors: ["event_cancelled"],
  run: async (ctx, caller, { query }) => presentList(await readDoorList(ctx, caller, query)),
});
