import * as z from "zod";
import { line, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { DOOR_RIGHTS } from "./door-caller.ts";

const rights = z
  .array(z.enum(DOOR_RIGHTS))
  .min(1)
  .max(DOOR_RIGHTS.length)
  .meta(
    forDocs({
      description:
        "`scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks in a guest despite the RSVP or a replaced link, or with more people than expected",
      example: ["scan", "walk_in"],
    }),
  );

export const NewDoorDevice = z
  .strictObject({
    name: line(100).meta(forDocs({ description: "Name of the phone for your team", example: "Side entrance" })),
    rights,
  })
  .openapi("NewDoorDevice")
  .transform(({ name, rights }) => ({ name, rights: DOOR_RIGHTS.filter((right) => rights.includes(right)) }));

/** A new door device. Its ticket is shown this once. */
export const DoorDeviceTicket = z
  .object({
    id: uuid,
    name: z.string(),
    rights,
    ticket: z
      .string()
      .meta(forDocs({ description: "Bearer token for the door routes of this event, returned only once" })),
    url: z.string().meta(forDocs({ description: "Page to open on the phone; it contains the ticket" })),
    valid_from: wireMoment.meta(forDocs({ description: "12 hours before the event begins; moves with the event" })),
    valid_until: wireMoment.meta(forDocs({ description: "24 hours after the event ends; moves with the event" })),
  })
  .openapi("DoorDeviceTicket");

export const DoorDevice = z
  .object({
    id: uuid,
    name: z.string(),
    rights,
    kind: z.enum(["named", "scanner_ticket"]),
    state: z.enum(["active", "not_open", "ended"]).meta(
      forDocs({
        description:
          "`ended`: revoked or expired, or its creator lost the role, signed out (a scanner ticket) or reset the password",
      }),
    ),
    made_by: z.object({ id: uuid, name: z.string() }),
    created_at: wireMoment,
    valid_from: wireMoment,
    valid_until: wireMoment,
    revoked_at: wireMoment.nullable(),
    last_used_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "Time of the last use, to the minute; null: never used" })),
    last_network: z
      .string()
      .nullable()
      .meta(forDocs({ description: "Network of the last use, a /24 of IPv4 or a /48 of IPv6; null: never used" })),
  })
  .openapi("DoorDevice");
