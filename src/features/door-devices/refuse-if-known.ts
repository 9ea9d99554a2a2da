/**
 * Throws the refusal of a rate-limit check that has settled already, as it has within a minute after the first one, and
 * does not wait for a check that is under way.
 */
export async function refuseIfKnown(rateLimitCheck: Promise<void>): Promise<void> {
  await Promise.race([rateLimitCheck, Promise.resolve()]);
}
