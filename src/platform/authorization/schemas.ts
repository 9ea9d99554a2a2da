import * as z from "zod";
import { uuid } from "../../http/fields.ts";

/** The path parameters of every route about one event. */
export const EventPath = z.object({ eventId: uuid });
