import { createClient, isUsherError } from "@usher/client";

/** Names and email addresses of the guests. */
const GUESTS = [
  ["Ada Lindqvist", "ada@example.com"],
  ["Benedikt Osei", "benedikt@example.com"],
  ["Chiara Valenti", "chiara@example.com"],
  ["Ada Lindqvist", "ada@example.com"],
] as const;

/** Creates an event, adds its guests, emails their invitations, and returns the guests without an RSVP. */
export async function inviteGuests(baseUrl: string, email: string, password: string): Promise<string[]> {
  const client = createClient({ baseUrl, credentials: { email, password } });

  const { data: event } = await client.POST("/events", {
    body: { name: "Orangery Supper", event_date: "2027-06-12T18:00:00+02:00", timezone: "Europe/Berlin" },
  });
  const path = { eventId: event.id };

  for (const [name, address] of GUESTS) {
    try {
      await client.POST("/events/{eventId}/guests", { params: { path }, body: { name, email: address } });
    } catch (error) {
      if (!isUsherError(error, "duplicate_guest")) throw error;
      console.log(`${name} is on the list already.`);
    }
  }

  const { data: invitations } = await client.POST("/events/{eventId}/guests/invitations/bulk", {
    params: { path },
    body: {},
  });
  console.log(`${invitations.notified} of ${invitations.items.length} guests are mailed their link.`);

  const waiting: string[] = [];
  const query = { response: "pending", limit: 2 } as const;
  for await (const guest of client.paginate("/events/{eventId}/guests", { params: { path, query } })) {
    waiting.push(guest.name);
  }
  return waiting;
}
