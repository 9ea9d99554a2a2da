import * as z from "zod";
import { ChangeBranding } from "../../events/branding/schemas.ts";
import { ChangeEvent, CreateEvent } from "../../events/schemas.ts";
import { uuid } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";

const branding = ChangeBranding.optional();

export const PreviewNewEvent = z.strictObject({ event: CreateEvent, branding }).openapi("PreviewNewEvent");

export const PreviewInvitation = z
  .strictObject({
    event: ChangeEvent.optional().meta({
      description: "What differs from the event. What moves or tells anybody is ignored",
    }),
    branding,
    guest_id: uuid
      .toLowerCase()
      .optional()
      .meta({ description: "As this guest gets it, before an answer. An invented guest by default." }),
  })
  .openapi("PreviewInvitation")
  .transform(camelKeys);

export const InvitationPage = z
  .object({
    html: z.string().meta({ description: "A document without scripts; its images are paths of this service" }),
  })
  .openapi("InvitationPage");

export type NewEventDraft = z.output<typeof PreviewNewEvent>;
export type InvitationDraft = z.output<typeof PreviewInvitation>;
