import * as z from "zod";
import { email } from "../../http/fields.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { openForm, perAddress, perEmail, perSite } from "../../identity/accounts/limits.ts";
import { forDocs } from "../../kernel/for-docs.ts";

export const LostLink = z
  .strictObject({ email: email.meta(forDocs({ description: "Address to which the invitations were emailed" })) })
  .openapi("LostLink");

const HOUR = 3_600;
const DAY = 86_400;

/**
 * Each request can send an email. Per recipient, with or without an invitation: 3 per hour and 6 per day. Per network: 10 per
 * hour.
 */
export const LOST_LINK_LIMITS: RouteLimit[] = [
  perEmail("lost-link-email", 3, HOUR),
  { ...perEmail("lost-link-email-day", 6, DAY), afterOthers: true },
  ...openForm([perAddress("lost-link-ip", 10, HOUR), perSite("lost-link-site", 10, HOUR)]),
];
