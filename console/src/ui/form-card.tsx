import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Refusal } from "./refusal.tsx";

/**
 * A form on a card of its own: heading, fields, why it was refused, one button.
 * @param error null where the fields say it
 * @param submit the words of the button
 */
export function FormCard({
  title,
  error,
  submit,
  look = "primary",
  isPending,
  isDisabled = false,
  onSubmit,
  children,
}: {
  title: string;
  error: unknown;
  submit: string;
  look?: "primary" | "quiet";
  isPending: boolean;
  isDisabled?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <form
      className="card stack"
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <Refusal error={error} />
      <div>
        <Button type="submit" look={look} isPending={isPending} isDisabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
