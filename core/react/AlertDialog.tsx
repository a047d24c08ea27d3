import { useRef, useState, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { sentenceOf } from '#core/kernel';
import { Button } from './Button.tsx';
import { useUnfocusedKeys } from './useUnfocusedKeys.ts';
import { useTranslate } from './useTranslate.ts';
import './field.css';
import './Dialog.css';

export interface AlertDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** What will be deleted, how much of it, and whether it can be restored. */
  children: ReactNode;
  /** Verb and object: `Delete project`. */
  action: string;
  /** If it fails, the dialog stays open and shows the error; otherwise it closes. */
  onAction: () => void | Promise<void>;
  /** Default: `danger`. */
  variant?: 'danger' | 'primary';
  isActionDisabled?: boolean;
}

export default function AlertDialog(props: AlertDialogProps) {
  const t = useTranslate('core');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    props.onClose();
  };
  const dialog = useRef<HTMLElement>(null);
  useUnfocusedKeys(dialog, props.isOpen, close);
  const act = async () => {
    setPending(true);
    setError(undefined);
    try {
      await props.onAction();
      close();
    } catch (thrown) {
      setError(sentenceOf(thrown));
    } finally {
      setPending(false);
    }
  };
  return (
    <ModalOverlay className="g-scrim" isOpen={props.isOpen} onOpenChange={(open) => !open && close()}>
      <Modal className="g-modal g-modal-s">
        <AriaDialog ref={dialog} className="g-dialog" role="alertdialog">
          <header className="g-dialog-head">
            <Heading slot="title" level={2}>
              {props.title}
            </Heading>
          </header>
          <div className="g-dialog-body">
            {props.children}
            {error && (
              <p className="g-error" role="alert">
                {error}
              </p>
            )}
          </div>
          <footer className="g-dialog-foot">
            <Button onPress={close} autoFocus>
              {t('dialog.cancel')}
            </Button>
            <Button
              variant={props.variant ?? 'danger'}
              isPending={pending}
              isDisabled={props.isActionDisabled}
              onPress={() => void act()}
            >
              {props.action}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
