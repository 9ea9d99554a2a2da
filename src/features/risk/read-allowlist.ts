import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { type AllowlistRow, listAllowlist } from "./queries.ts";

/** The networks that an event trusts, newest first. All of them: there are never more than a page. */
export async function readAllowlist(services: Services, caller: EventCaller): Promise<AllowlistRow[]> {
  const [, rows] = await asMember(services, caller, [listAllowlist(services.db, caller.eventId)]);
  return rows;
}
