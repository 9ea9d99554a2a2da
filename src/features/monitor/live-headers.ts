/** Headers by which the route tells the object who it lets in; no client reaches the object itself. */
export const LIVE_HEADERS = { user: "x-usher-user", ticket: "x-usher-ticket", ticketExpires: "x-usher-ticket-expires" };
