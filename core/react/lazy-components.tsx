import type { ComponentType } from 'react';
import { FieldShape } from './FieldShape.tsx';
import type { MenuProps } from './Menu.tsx';
import { onDemand } from './on-demand.ts';
import type { PopoverProps } from './Popover.tsx';
import { popupOnDemand } from './popup-on-demand.ts';
import { Skeleton } from './Skeleton.tsx';

/** A modal dialog: focus stays inside, and returns to where it was. */
export const Dialog = modalOnDemand(() => import('./Dialog.tsx'));

/** Asks for confirmation of something that cannot easily be undone. Focus starts on Cancel. */
export const AlertDialog = modalOnDemand(() => import('./AlertDialog.tsx'));

/** A menu of actions, opened by a button. */
export const Menu = popupOnDemand<MenuProps>('menu', () => import('./Menu.tsx'));

/** A small panel at its button, closed by Esc or a press outside. */
export const Popover = popupOnDemand<PopoverProps>('dialog', () => import('./Popover.tsx'));

/** Selects one option of a short list; for long lists use ComboBox. */
export const Select = onDemand(() => import('./Select.tsx'), FieldShape);

/** Selects one of many options by typing. */
export const ComboBox = onDemand(() => import('./ComboBox.tsx'), FieldShape);

/** A date, typed part by part in the order of the person's locale. */
export const DateField = onDemand(() => import('./DateField.tsx'), FieldShape);

/** Features on a small map, and their location in the world. */
export const PreviewMap = onDemand(() => import('./PreviewMap.tsx'));

/** A value between two limits, updated while dragging; `formatOptions` formats it. */
export const Slider = onDemand(
  () => import('./Slider.tsx'),
  () => <Skeleton height={40} />,
);

function modalOnDemand<P extends { isOpen: boolean; onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const Modal = onDemand(load);
  return function ModalOnDemand(props: P) {
    return props.isOpen && <Modal {...props} onLoadError={props.onClose} />;
  };
}
