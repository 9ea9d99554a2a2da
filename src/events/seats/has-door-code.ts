/**
 * Whether a guest has a door code: who attends and has a seat. Who waits, and who has not taken an offer yet, gets none.
 * Without a capacity every attending answer has a seat.
 */
export function hasDoorCode({ response, seat }: { response: string; seat: string | null }): boolean {
  return response === "attending" && seat === "confirmed";
}
