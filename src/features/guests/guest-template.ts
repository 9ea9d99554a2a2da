import { CSV_BYTE_ORDER_MARK, csvRow } from "../../kernel/csv-cell.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import type { CsvFile } from "./export-guests.ts";

/** A CSV template: the header row that an import reads and one example guest. */
export async function guestTemplate(ctx: RequestContext, caller: EventCaller): Promise<CsvFile> {
  await authorizeMember(ctx, caller, {});
  const contact = ["name", "email", "phone", "party_size", "notes"];
  const header = csvRow([...contact, "tags", "table", "external_id", "companions", "locale"]);
  const ada = ["Ada Lovelace", "ada@example.com", "+442079460000", 2, "Vegetarian"];
  const example = csvRow([...ada, "family; speaker", "7", "A-17", "Charles Babbage", "en-GB"]);
  return { fileName: "guests-template.csv", text: [CSV_BYTE_ORDER_MARK + header, example] };
}
