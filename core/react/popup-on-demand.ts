import {
  cloneElement,
  createElement,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactElement,
} from 'react';
import type { ButtonProps, PressEvent } from 'react-aria-components';
import { onDemand } from './on-demand.ts';

interface PopupProps {
  /** The button that opens the popup. */
  trigger: ReactElement;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

export interface PressedPopup {
  /** What pressed the button; undefined if the popup was opened without it. */
  openedBy: PressEvent['pointerType'] | undefined;
}

/**
 * A popup whose button is shown at once: the button fetches the code on hover or focus, and opens the popup when
 * pressed.
 */
export function popupOnDemand<P extends PopupProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<{ default: ComponentType<P & PressedPopup> }>,
): FunctionComponent<P> {
  const Popup = onDemand(load);
  // If it fails, the press tries again and shows the error.
  const prefetch = () => void load().catch(() => undefined);
  return function PopupOnDemand(props) {
    const [openedBy, setOpenedBy] = useState<PressEvent['pointerType']>();
    const isOpening = openedBy !== undefined || props.isOpen === true;
    const trigger = cloneElement(props.trigger as ReactElement<ButtonProps>, {
      onPress: ({ pointerType }) => {
        setOpenedBy(pointerType);
        props.onOpenChange?.(true);
      },
      onHoverStart: prefetch,
      onFocus: prefetch,
      'aria-haspopup': popup,
      // Nothing replaces it meanwhile.
      'aria-expanded': isOpening,
    });
    if (!isOpening) return trigger;
    const onLoadError = () => {
      setOpenedBy(undefined);
      props.onOpenChange?.(false);
    };
    return createElement(Popup, { ...props, openedBy, fallback: trigger, onLoadError });
  };
}
