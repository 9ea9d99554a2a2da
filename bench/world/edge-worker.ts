import { delayed } from "./delay.ts";
import { journeyOf, tripsOf, withTrips } from "./journey.ts";
import { LOCAL_MS, roundTripMs } from "./places.ts";

/** The data centre next to the guest: has the Worker itself, or passes the request on to the one next to the data. */
export default {
  async fetch(request, { SERVICE }) {
    const journey = journeyOf(request.headers);
    if (journey === null) return SERVICE.fetch(request);
    const { city, worker, design } = journey;
    return delayed(LOCAL_MS, async () => {
      if (design.worker === "edge") return SERVICE.fetch(request);
      const response = await delayed(roundTripMs(city, worker), () => SERVICE.fetch(request));
      const { trips, far } = tripsOf(response.headers);
      const isFar = roundTripMs(city, worker) > LOCAL_MS;
      return withTrips(response, { trips: trips + 1, far: far + (isFar ? 1 : 0) });
    });
  },
} satisfies ExportedHandler<{ SERVICE: Fetcher }>;
