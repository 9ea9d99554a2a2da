/** Addresses that a process can number. */
const PER_PROCESS = 1_024;
let count = 0;
let networks = 0;

/**
 * Returns a client address that no other caller and no other process has, so that limits by address are counted separately.
 * @param network the first of its four numbers: private networks, which have no place on a map
 */
export function ownAddress(network: 10 | 127 = 10): string {
  const number = (process.pid % 16_384) * PER_PROCESS + (count++ % PER_PROCESS);
  return `${network}.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

/**
 * Returns a client address in a network that no other caller and no other process has, so that accesses of different guests
 * do not look like those of one script.
 */
export function ownNetwork(): string {
  return `fd00:${(process.pid % 65_536).toString(16)}:${(networks++ % 65_536).toString(16)}::1`;
}
