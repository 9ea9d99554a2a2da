/**
 * Piecewise linear interpolation, constant outside the points.
 * @param points pairs of input and output, in ascending order of input
 */
export function ramp(value: number, points: readonly (readonly [number, number])[]): number {
  let [previous] = points;
  if (previous === undefined || value <= previous[0]) return previous?.[1] ?? 0;
  for (const point of points) {
    if (value <= point[0]) {
      const share = point[0] === previous[0] ? 1 : (value - previous[0]) / (point[0] - previous[0]);
      return previous[1] + share * (point[1] - previous[1]);
    }
    previous = point;
  }
  return previous[1];
}
