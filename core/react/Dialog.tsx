import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { useUnfocusedKeys } from './useUnfocusedKeys.ts';
import { useTranslate } from './useTranslate.ts';
import './Dialog.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by Esc, the close button and a press outside. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons below the content; the main one last. */
  footer?: ReactNode;
  /** `s` 400, `m` 560, `l` 880 pixels, `full` the complete window. On a phone every dialog is a bottom sheet. */
  size?: 's' | 'm' | 'l' | 'full';
  /** A press outside does not close it, so that typed input is not lost. */
  keepOpen?: boolean;
  className?: string;
}

export default function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  size = 'm',
  keepOpen,
  className,
}: DialogProps) {
  const t = useTranslate('core');
  const dialog = useRef<HTMLElement>(null);
  useUnfocusedKeys(dialog, isOpen, onClose);
  return (
    <ModalOverlay
      className="g-scrim"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!keepOpen}
    >
      <Modal className={classes('g-modal', `g-modal-${size}`)}>
        <AriaDialog ref={dialog} className={classes('g-dialog', className)}>
          <header className="g-dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton
              label={t('dialog.close')}
              icon={<X aria-hidden="true" />}
              onPress={onClose}
              size="s"
              keys="Esc"
            />
          </header>
          <div className="g-dialog-body">{children}</div>
          {footer != null && <footer className="g-dialog-foot">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
