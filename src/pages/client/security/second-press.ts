/**
 * Runs an action at the second press of a button; going elsewhere takes the first one back.
 * @param what the action for those who do not see the button, such as `Remove Laptop`
 */
export function onSecondPress(button: HTMLButtonElement, what: string, run: () => void): void {
  const text = button.textContent;
  const show = (isAsking: boolean) => {
    button.textContent = isAsking ? "Really?" : text;
    button.setAttribute("aria-label", isAsking ? `Really? ${what}` : what);
  };
  show(false);
  button.onblur = () => show(false);
  button.onclick = () => {
    if (button.textContent === text) return show(true);
    show(false);
    run();
  };
}
