import * as z from "zod";

/** What API clients send on behalf of a guest. */
export const DeviceHeader = z.object({
  "Usher-Device": z.string().optional().meta({
    description:
      "The id that the last response gave your client for this link. On the device that answered, or was proved, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person.",
  }),
});
