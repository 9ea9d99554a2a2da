import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Message, MessageDelivery, RecipientCount } from "@usher/client";
import { api } from "../../api/client.ts";
import type { PreviewQuery } from "../send/queries.ts";
import type { MessageDraft } from "./message-draft.ts";
import { isMoving } from "./message-words.ts";

/** Items per request: the API's maximum. */
const PAGE = 200;
/** Interval of polling while a message is being sent. Milliseconds. */
const MOVING_MS = 2_000;

/** All messages of an event, with its reminders and change notices. */
export const messagesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "messages"],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const list = { params: { path: { eventId }, query: { limit: PAGE } }, signal };
      return gather(api.paginate("/events/{eventId}/messages", list));
    },
    refetchInterval: ({ state }) => (state.data?.some((message) => isMoving(message, Date.now())) ? MOVING_MS : false),
  });

/**
 * The deliveries of a message. The key contains its status, because deliveries that were read during sending are out of date
 * afterwards.
 * @param isMoving true while the message is being sent
 */
export const deliveriesQuery = (eventId: string, { id: messageId, status }: Message, isMoving: boolean) =>
  queryOptions({
    queryKey: ["events", eventId, "deliveries", messageId, status],
    placeholderData: (previous: MessageDelivery[] | undefined, query) =>
      query?.queryKey.includes(messageId) === true ? previous : undefined,
    queryFn: async ({ signal }): Promise<MessageDelivery[]> => {
      const list = { params: { path: { eventId, messageId }, query: { limit: PAGE } }, signal };
      return gather(api.paginate("/events/{eventId}/messages/{messageId}/deliveries", list));
    },
    refetchInterval: isMoving ? MOVING_MS : false,
  });

export const recipientsQuery = (
  eventId: string,
  {
    audience,
    notInvited = "skip",
    guestIds,
    channel,
  }: Pick<MessageDraft, "audience" | "notInvited" | "guestIds" | "channel">,
) =>
  queryOptions({
    queryKey: ["events", eventId, "recipients", audience, notInvited, guestIds, channel],
    queryFn: async ({ signal }): Promise<RecipientCount> => {
      const path = { eventId };
      const { data } =
        audience === "chosen"
          ? await api.POST("/events/{eventId}/messages/recipient-count", {
              params: { path },
              body: { guest_ids: guestIds, channel, not_invited: notInvited },
              signal,
            })
          : await api.GET("/events/{eventId}/messages/recipient-count", {
              params: { path, query: { audience, channel, not_invited: notInvited } },
              signal,
            });
      return data;
    },
  });

/** The segments of a text message for its recipients. @param body need not be saved */
export const textSizeQuery = (
  eventId: string,
  { audience, notInvited = "skip", guestIds }: Pick<MessageDraft, "audience" | "notInvited" | "guestIds">,
  body: string,
) =>
  queryOptions({
    queryKey: ["events", eventId, "text-size", audience, notInvited, guestIds, body],
    queryFn: async ({ signal }): Promise<RecipientCount> => {
      const target = audience === "chosen" ? { guest_ids: guestIds ?? [] } : { audience };
      const { data } = await api.POST("/events/{eventId}/messages/recipient-count", {
        params: { path: { eventId } },
        body: { ...target, not_invited: notInvited, channel: "sms", body },
        signal,
      });
      return data;
    },
    placeholderData: keepPreviousData,
  });

/** A preview of a message for a guest. Its text need not be saved. */
export const messagePreviewQuery = (
  eventId: string,
  draft: { channel: Message["channel"]; subject: string; body: string; sendAt: string | null },
  guestId: string | null,
): PreviewQuery => ({
  queryKey: ["previews", eventId, draft, guestId],
  queryFn: async ({ signal }) => {
    const { channel, subject, body, sendAt } = draft;
    const at = sendAt === null ? {} : { send_at: sendAt };
    const words = { channel, body, subject: channel === "sms" ? null : subject, ...at };
    const { data } = await api.POST("/events/{eventId}/messages/preview", {
      params: { path: { eventId } },
      body: { ...words, ...(guestId === null ? {} : { guest_id: guestId }) },
      signal,
    });
    return data;
  },
});

async function gather<Item>(pages: AsyncGenerator<Item, void, undefined>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}
