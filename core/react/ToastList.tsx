import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components';
import { TOASTS, type Toast, type ToastKind } from '#core/toasts';
import { Button } from './Button.tsx';
import { useService } from './services.tsx';
import { useTranslate } from './useTranslate.ts';
import './IconButton.css';

/** Milliseconds for which a toast without an action is shown: enough to read two sentences twice. */
const STAYS = 6000;
const SIGNS = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
} as const satisfies Record<ToastKind, unknown>;

/**
 * Shows the toasts. They are announced by screen readers, can be reached with F6, and stay while the pointer or focus
 * is on them.
 */
export default function ToastList() {
  const t = useTranslate('core');
  const toasts = useService(TOASTS);
  const [queue] = useState(() => new ToastQueue<Toast>({ maxVisibleToasts: 4 }));

  useEffect(() => {
    const keys = new Map<number, string>();
    const subscription = toasts.shown$.subscribe((shown) => {
      for (const toast of shown) {
        if (keys.has(toast.id)) continue;
        const stays = toast.kind === 'error' || toast.action !== undefined;
        keys.set(
          toast.id,
          queue.add(toast, { timeout: stays ? undefined : STAYS, onClose: () => toasts.close(toast.id) }),
        );
      }
      for (const [id, key] of keys) {
        if (shown.some((toast) => toast.id === id)) continue;
        keys.delete(id);
        queue.close(key);
      }
    });
    return () => subscription.unsubscribe();
  }, [toasts, queue]);

  return (
    <AriaToastRegion queue={queue} className="g-toasts" aria-label={t('toast.region')}>
      {({ toast }) => {
        const { kind, message, action, id } = toast.content;
        const Sign = SIGNS[kind];
        return (
          <AriaToast toast={toast} className={`g-toast g-toast-${kind}`}>
            <Sign aria-hidden="true" />
            <ToastContent className="g-toast-text">
              <Text slot="title">{message}</Text>
            </ToastContent>
            {action && (
              <Button
                size="s"
                onPress={() => {
                  toasts.close(id);
                  action.run();
                }}
              >
                {action.title}
              </Button>
            )}
            <AriaButton slot="close" className="g-icon-button g-small" aria-label={t('toast.close')}>
              <X aria-hidden="true" />
            </AriaButton>
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
