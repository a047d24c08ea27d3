import type { Observable } from 'rxjs';
import type { Disposable } from '#core/kernel';

type Theme = 'auto' | 'light' | 'dark';

/** Applies the person's theme to the page; `auto` follows the operating system. */
export function followTheme(theme$: Observable<Theme>, root: HTMLElement): Disposable {
  const subscription = theme$.subscribe((theme) => {
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
  });
  return { dispose: () => subscription.unsubscribe() };
}
