import { createLink, type LinkComponent } from "@tanstack/react-router";
import { type ComponentProps, forwardRef } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  composeRenderProps,
} from "react-aria-components";

type Look = "primary" | "quiet" | "text" | "danger";

function classOf(look: Look, isSmall: boolean, further = ""): string {
  return ["button", look === "primary" ? "" : look, isSmall ? "small" : "", further].filter(Boolean).join(" ");
}

/**
 * A button. `isPending` disables it while its request runs, and keeps the focus on it.
 * @param look `primary` at most once per screen; `danger` for actions that cannot be undone
 */
export function Button({
  look = "primary",
  isSmall = false,
  className,
  ...props
}: AriaButtonProps & { look?: Look; isSmall?: boolean }) {
  return (
    <AriaButton
      {...props}
      className={composeRenderProps(className, (further) => classOf(look, isSmall, further ?? ""))}
    />
  );
}

const RoutedLink = forwardRef<HTMLAnchorElement, ComponentProps<typeof AriaLink>>((props, ref) => (
  <AriaLink {...props} ref={ref} />
));

const CreatedLink = createLink(RoutedLink);

/** A link to a screen of the console: `<Link to="/events/$eventId/guests" params={{ eventId }}>`. */
export const Link: LinkComponent<typeof RoutedLink> = (props) => <CreatedLink preload="intent" {...props} />;

/** The `className` of a link that looks like a button. */
export function buttonClass(look: Look = "primary", isSmall = false): string {
  return classOf(look, isSmall);
}

export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          look="quiet"
          isSmall
          aria-pressed={option.value === value}
          className={option.value === value ? "on" : ""}
          onPress={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}
