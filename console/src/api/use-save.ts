import { type UseMutationOptions, useMutation } from "@tanstack/react-query";

/**
 * The mutation of a form that stays open. What is typed while a save is on its way stays when the answer comes.
 * @param typed what the form has: another value or another object whenever something is typed
 * @param forget empties the form, or has it show what is saved
 * @param keep takes note of what is saved where something was typed since; without it the form stays as it is
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
    // A mutation calls that of the latest rendering, so `typed` is what the form has by now.
    onSuccess: async (saved, body, sent) => {
      if (typed === sent) forget();
      else keep?.(saved, body);
      await onSaved(saved, body);
    },
  });
}
