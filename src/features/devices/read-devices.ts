import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { findAnsweringDevice, listDeviceAccesses, listKnown } from "./list-queries.ts";
import { type ListedDevice, listedDevices } from "./listed-devices.ts";

/** The devices on which a guest's link was opened. @throws AppError 404 for a guest of another event */
export async function readDevices(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<ListedDevice[]> {
  const { db } = ctx;
  const guest = { eventId: caller.eventId, guestId };
  const {
    answered: [answered],
    accesses,
    known,
  } = await authorizeMember(ctx, caller, {
    answered: findAnsweringDevice(db, guest),
    accesses: listDeviceAccesses(db, guest),
    known: listKnown(db, guest),
  });
  if (answered === undefined) throw notFound();
  return listedDevices(accesses, { answered, known });
}
