import { type UseMutationOptions, useMutation } from "@tanstack/react-query";

/**
 * The mutation of a form that stays open. Text that is typed while a save is pending stays.
 * @param typed the form's values: a new value or object after each edit
 * @param forget empties the form, or shows the saved values
 * @param keep gets the saved values if the form was edited since; without it the form is unchanged
 */
export function useSave<Saved, Body = void>({
  typed,
  send,
  onSaved,
  forget,
  keep,
  ...further
}: {
  typed: unknown;
  send: (body: Body) => Promise<{ data: Saved }>;
  onSaved: (saved: Saved, body: Body) => unknown;
  forget: () => void;
  keep?: (saved: Saved, body: Body) => void;
} & Pick<UseMutationOptions<Saved, Error, Body, unknown>, "onError" | "onSettled">) {
  return useMutation({
    ...further,
    mutationFn: async (body: Body) => (await send(body)).data,
    onMutate: () => typed,
    // React Query calls the latest closure, so `typed` has the current values.
    onSuccess: async (saved, body, sent) => {
      if (typed === sent) forget();
      else keep?.(saved, body);
      await onSaved(saved, body);
    },
  });
}
