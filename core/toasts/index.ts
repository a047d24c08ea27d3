import { serviceToken } from '#core/kernel';
import type { Toasts } from './toasts.ts';

export { Toasts, type Toast, type ToastKind } from './toasts.ts';
export const TOASTS = serviceToken<Toasts>('core.Toasts');
