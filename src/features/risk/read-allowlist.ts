import type { Services } from "../../services.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AllowlistRow, listAllowlist } from "./queries.ts";

/** The networks that an event trusts, newest first. All of them: there are never more than a page. */
export async function readAllowlist(services: Services, caller: EventCaller): Promise<AllowlistRow[]> {
  const { rows } = await authorizeMember(services, caller, { rows: listAllowlist(services.db, caller.eventId) });
  return rows;
}
