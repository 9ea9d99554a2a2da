import * as z from "zod";
import { ChangeBranding } from "../../events/branding/schemas.ts";
import { ChangeEvent, CreateEvent } from "../../events/schemas.ts";
import { uuid } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";

const branding = ChangeBranding.optional();

export const PreviewNewEvent = z.strictObject({ event: CreateEvent, branding }).openapi("PreviewNewEvent");

export const PreviewInvitation = z
  .strictObject({
    event: ChangeEvent.optional().meta(
      forDocs({ description: "Changes of the event. Fields that move or send messages are ignored" }),
    ),
    branding,
    guest_id: uuid
      .toLowerCase()
      .optional()
      .meta(forDocs({ description: "Guest for whom to render the page, without an RSVP. Default: an invented guest" })),
  })
  .openapi("PreviewInvitation")
  .transform(camelKeys);

export const InvitationPage = z
  .object({
    html: z
      .string()
      .meta(forDocs({ description: "HTML document without scripts; its images are paths of this service" })),
  })
  .openapi("InvitationPage");

export type NewEventDraft = z.output<typeof PreviewNewEvent>;
export type InvitationDraft = z.output<typeof PreviewInvitation>;
