/**
 * How guests and members read a person's name: accounts that were taken back by a reset of the password have none until
 * their owner chooses one.
 */
export function hostLabel(name: string): string {
  return name === "" ? "Your host" : name;
}
