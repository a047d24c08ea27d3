import { BehaviorSubject } from 'rxjs';
import type { Disposable } from '#core/kernel';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** A message beside the person's work. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  /** One sentence, already translated. */
  readonly message: string;
  /** An action the person can take; the toast closes when it is done. */
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** The toasts shown now. Errors and toasts with an action stay until closed; the others close by themselves. */
export class Toasts {
  readonly #shown = new BehaviorSubject<readonly Toast[]>([]);
  readonly shown$ = this.#shown.asObservable();
  #lastId = 0;

  get shown(): readonly Toast[] {
    return this.#shown.value;
  }

  /** Shows a toast, replacing one with the same message. Disposing closes it. */
  show(kind: ToastKind, message: string, action?: Toast['action']): Disposable {
    const same = this.shown.find((toast) => toast.kind === kind && toast.message === message);
    if (same) this.close(same.id);
    const toast: Toast = { id: ++this.#lastId, kind, message, ...(action ? { action } : {}) };
    this.#shown.next([...this.shown, toast]);
    return { dispose: () => this.close(toast.id) };
  }

  close(id: number): void {
    if (this.shown.some((toast) => toast.id === id))
      this.#shown.next(this.shown.filter((toast) => toast.id !== id));
  }
}
