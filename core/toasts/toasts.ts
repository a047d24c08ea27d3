import { BehaviorSubject } from 'rxjs';
import type { Disposable } from '#core/kernel';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** Something a person is told beside their work. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  /** One sentence, already translated. */
  readonly message: string;
  /** What can be done about it; the toast goes when it is done. */
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** What is being told now. Errors and what offers an action stay until they are closed; the rest goes by itself. */
export class Toasts {
  readonly #shown = new BehaviorSubject<readonly Toast[]>([]);
  readonly shown$ = this.#shown.asObservable();
  #last = 0;

  get shown(): readonly Toast[] {
    return this.#shown.value;
  }

  /** Tells; the same sentence twice is told once. Disposing takes it back. */
  show(kind: ToastKind, message: string, action?: Toast['action']): Disposable {
    const same = this.shown.find((toast) => toast.kind === kind && toast.message === message);
    if (same) this.close(same.id);
    const toast: Toast = { id: ++this.#last, kind, message, ...(action ? { action } : {}) };
    this.#shown.next([...this.shown, toast]);
    return { dispose: () => this.close(toast.id) };
  }

  close(id: number): void {
    if (this.shown.some((toast) => toast.id === id))
      this.#shown.next(this.shown.filter((toast) => toast.id !== id));
  }
}
