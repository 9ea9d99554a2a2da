import type { RequestContext } from "../../context.ts";
import type { BatchResults } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { findAnsweringDevice, listDeviceAccesses, listKnown } from "./list-queries.ts";
import { type ListedDevice, listedDevices } from "./listed-devices.ts";

/** The devices on which a guest's link was opened. @throws AppError 404 for a guest of another event */
export async function readDevices(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<ListedDevice[]> {
  return listedIn(await authorizeMember(ctx, caller, deviceReads(ctx.db, { eventId: caller.eventId, guestId })));
}

/** What is read to list a guest's devices. */
export function deviceReads(db: Database, guest: { eventId: string; guestId: string }) {
  return {
    answered: findAnsweringDevice(db, guest),
    accesses: listDeviceAccesses(db, guest),
    known: listKnown(db, guest),
  };
}

/** The devices in the results of `deviceReads`. @throws AppError 404 for a guest of another event */
export function listedIn({
  answered: [answered],
  accesses,
  known,
}: BatchResults<ReturnType<typeof deviceReads>>): ListedDevice[] {
  if (answered === undefined) throw notFound();
  return listedDevices(accesses, { answered, known });
}
