/** Addresses that a process can number. */
const PER_PROCESS = 1_024;
let count = 0;

/**
 * An address that no other caller has, nor another process: what is limited by address is counted for each.
 * @param network the first of its four numbers: private networks, which have no place on a map
 */
export function ownAddress(network: 10 | 127 = 10): string {
  const number = (process.pid % 16_384) * PER_PROCESS + (count++ % PER_PROCESS);
  return `${network}.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}
