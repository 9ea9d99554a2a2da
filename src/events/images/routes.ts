import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { headerParameter, PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readUpload } from "../../http/body.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { uuid } from "../../http/fields.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perAccount, perUserExactly } from "../../identity/accounts/limits.ts";
import { callerOf, session } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readImage } from "./read-image.ts";
import { MAX_UPLOAD_BYTES, uploadImage } from "./upload-image.ts";
import { EMBED, UPLOADED_FILE } from "./upload-path.ts";

/**
 * Designing a page takes some dozens of uploads per hour. The limit is exact, because each image costs transformations
 * and storage.
 */
const UPLOAD_LIMITS: RouteLimit[] = [
  perUserExactly({ name: "uploads", limit: 60, windowSeconds: 3_600 }),
  // A refused file costs transformations as well.
  perAccount({ name: "uploads-day", limit: 100, windowSeconds: 86_400 }),
];

const tag = "Branding";

/** Boundaries and part headers around the file. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 16 * 1024;

/** The bytes under a name never change; a year is the conventional maximum. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const binary = z.string().meta({ format: "binary" });

/** Described but not validated, so that a request without a file always gets the error for a missing image. */
const UPLOAD_FORM = {
  type: "object" as const,
  properties: { file: { type: "string", format: "binary", description: forDocs("JPEG or PNG, at most 2 MiB") } },
  required: ["file"],
  additionalProperties: false,
};

const UploadQuery = z.object({
  event_id: uuid
    .toLowerCase()
    .optional()
    .meta(forDocs({ description: "Event that the image is for. You must be its editor" })),
});

const Uploaded = z
  .object({ url: z.string().meta(forDocs({ example: "/uploads/00112233445566778899aabbccddeeff.jpg" })) })
  .openapi("Uploaded");

const ImagePath = z.object({ file: z.string().regex(UPLOADED_FILE) });

export const uploadRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

uploadRoutes.openapi(
  endpoint({
    name: "uploadImage",
    tag,
    method: "post",
    path: "/uploads/image",
    summary: forDocs("Upload an image"),
    description: forDocs(
      "Stores an image and returns its URL for branding. Accepts JPEG and PNG of at most 2 MiB, 16 megapixels and 12,000 pixels per side; the format is detected from the content. The image is turned upright and re-encoded without metadata; an animated PNG becomes a still image. Requires the branding feature: of your plan, or with `event_id` of the plan of the event's host, if you are an editor of the event (402 `feature_not_in_tier`). An API key that is restricted to events sends the `event_id` of one of them. You can store 500 images (409 `upload_limit_reached`) and send 100 files in 24 hours; refused files count. An image that no event shows is deleted after a day. An unusable file returns 400 `unsupported_image` with a `reason`: `no_file` (no multipart form with a file in `file`), `not_an_image`, `too_many_pixels`, `damaged` or `too_detailed`.",
    ),
    access: session("events:write"),
    limits: UPLOAD_LIMITS,
    query: UploadQuery,
    rawBody: { "multipart/form-data": { schema: UPLOAD_FORM } },
    maxBytes: MAX_FORM_BYTES,
    idempotent: true,
    responses: { 201: json(Uploaded, forDocs("The URL of the stored image")) },
    errors: [
      "feature_not_in_tier",
      "role_too_low",
      "member_factor_required",
      "not_found",
      "unsupported_image",
      "payload_too_large",
      "upload_limit_reached",
      "images_unavailable",
      "storage_unavailable",
    ],
  }),
  async (c) => {
    const { event_id: eventId = null } = c.req.valid("query");
    const upload = { eventId, sent: await readUpload(c.req.raw) };
    const { path } = await uploadImage(c.var.ctx, callerOf(c), upload);
    return c.json({ url: path }, 201);
  },
);

uploadRoutes.openapi(
  endpoint({
    name: "readImage",
    tag,
    method: "get",
    path: "/uploads/{file}",
    summary: forDocs("Get an image"),
    description: forDocs(
      "Returns an uploaded image. The content of a URL never changes, so you can cache it for a year. The Content-Security-Policy of the response forbids scripts and everything else. Pages of other sites can show the image only with `?embed`, as emails do, or if the operator lists them in `CORS_ORIGINS`.",
    ),
    access: PUBLIC,
    params: ImagePath,
    headers: [
      headerParameter("If-None-Match", forDocs("`ETag` of the image that you have. Returns 304 if it has not changed")),
    ],
    errors: ["storage_unavailable"],
    ignoresUnknownParameters: true,
    responses: {
      200: {
        description: forDocs("The image"),
        content: { "image/jpeg": { schema: binary }, "image/png": { schema: binary } },
        headers: {
          "Cache-Control": {
            description: forDocs("`public, max-age=31536000, immutable`"),
            schema: { type: "string" },
          },
          ETag: { description: forDocs("Value for `If-None-Match`"), schema: { type: "string" } },
        },
      },
      304: { description: forDocs("The image has not changed") },
    },
  }),
  async (c) => {
    const { file } = c.req.valid("param");
    const image = await readImage(c.var.ctx, file, c.req.header("if-none-match"));
    const isForOthers = c.req.query(EMBED) !== undefined || c.var.ctx.config.CORS_ORIGINS.length > 0;
    const headers = {
      "Cache-Control": IMMUTABLE,
      // No content in it can run scripts.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": isForOthers ? "cross-origin" : "same-origin",
      ETag: image.etag,
    };
    if (image.body === null) return c.body(null, 304, headers);
    return c.body(image.body, 200, {
      ...headers,
      "Content-Type": image.mediaType,
      "Content-Length": String(image.bytes),
    });
  },
);
