import * as z from "zod";
import { line, moment, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { SCOPES } from "../../kernel/scopes.ts";

/** Maximum number of events that a key may name. */
const MAX_EVENTS = 100;

const MAX_NETWORKS = 50;

const scopes = z
  .array(z.enum(SCOPES).openapi("Scope"))
  .min(1)
  .max(SCOPES.length)
  .meta(
    forDocs({
      description: "Operations the key can call. `events:write` and `guests:write` include reading",
      example: ["guests:write", "invitations:send"],
    }),
  );

export const NewApiKey = z
  .strictObject({
    name: line(100).meta(forDocs({ description: "Name by which you recognise the program", example: "CRM sync" })),
    scopes,
    event_ids: z
      .array(uuid.toLowerCase())
      .min(1)
      .max(MAX_EVENTS)
      .nullish()
      .meta(
        forDocs({
          description: "Events that the key is restricted to. Default: all your events, including later ones",
        }),
      ),
    allowed_networks: z
      .array(line(64))
      .min(1)
      .max(MAX_NETWORKS)
      .nullish()
      .meta(
        forDocs({
          description: "Addresses and CIDR networks from which the key works, IPv4 or IPv6. Default: all",
          example: ["203.0.113.0/24", "2001:db8::/48"],
        }),
      ),
    expires_at: moment
      .optional()
      .meta(forDocs({ description: "Time at which the key expires, at most a year from now. Default: in 90 days" })),
  })
  .openapi("NewApiKey")
  .transform(({ name, scopes, event_ids: eventIds, allowed_networks: allowedNetworks, expires_at: expiresAt }) => ({
    name,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    eventIds: eventIds == null ? null : [...new Set(eventIds)],
    allowedNetworks: allowedNetworks ?? null,
    expiresAt,
  }));

const FIELDS = {
  id: uuid,
  name: z.string(),
  prefix: z.string().meta(forDocs({ description: "First 12 characters of the key", example: "usk_4fR0wzBq" })),
  scopes,
  event_ids: z
    .array(uuid)
    .nullable()
    .meta(forDocs({ description: "Events that the key is restricted to; null: all your events" })),
  created_at: wireMoment,
  allowed_networks: z
    .array(z.string())
    .nullable()
    .meta(forDocs({ description: "Networks from which the key works, as CIDRs; null: all" })),
  expires_at: wireMoment.meta(
    forDocs({ description: "Time at which the key expires. An email reminds you seven days before" }),
  ),
  replaced_by: uuid
    .nullable()
    .meta(forDocs({ description: "ID of the key that a rotation made in its place; null: not rotated" })),
  last_used_at: wireMoment
    .nullable()
    .meta(forDocs({ description: "Time of the last use, accurate to 10 minutes; null: never used" })),
  last_used_place: z
    .string()
    .nullable()
    .meta(forDocs({ description: "City and country of the last use, otherwise its network; null: not known" })),
};

/** Longest time for which a replaced key still works: a weekend. */
const MAX_OVERLAP_HOURS = 72;

export const RotateApiKey = z
  .strictObject({
    hours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(0)
      .meta(forDocs({ description: "Hours for which the old key still works. 0: it ends immediately" })),
  })
  .openapi("RotateApiKey");

export const ApiKey = z.object(FIELDS).openapi("ApiKey");

/** A new API key. The key itself is shown this once. */
export const CreatedApiKey = z
  .object({
    ...FIELDS,
    key: z.string().meta(
      forDocs({
        description: "Bearer token, returned only once. The service stores its SHA-256",
        example: "usk_4fR0wzBq7MZ2nTt0cXh1yKd9sVbG5aLe3CpuLu",
      }),
    ),
  })
  .openapi("CreatedApiKey");
