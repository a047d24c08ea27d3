import { cloneElement, type ReactElement } from 'react';
import type { ButtonProps, PressEvent } from 'react-aria-components';

/**
 * The button of something that opens, before that something is loaded: fetched when the button is neared or focused, asked
 * for when it is pressed.
 */
export function doorbell(
  trigger: ReactElement,
  popup: 'menu' | 'dialog',
  fetch: () => Promise<unknown>,
  onAsk: (event: PressEvent) => void,
): ReactElement {
  // What cannot be fetched now is fetched by the press, which says why when it fails again.
  const near = () => void fetch().catch(() => undefined);
  return cloneElement(trigger as ReactElement<ButtonProps>, {
    onPress: onAsk,
    onHoverStart: near,
    onFocus: near,
    'aria-haspopup': popup,
    'aria-expanded': false,
  });
}
