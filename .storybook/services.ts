import { Container } from 'inversify';
import { of } from 'rxjs';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import { LiveSettings, SETTINGS } from '#core/settings';
import { TOASTS, Toasts } from '#core/toasts';

/** The services of every story's container: the real implementations, with nobody signed in and nothing stored. */
export function storyContainer(): Container {
  const container = new Container();
  container.bind(I18N).toConstantValue(new I18nextService(['en-GB', 'it-IT']));
  container.bind(TOASTS).toConstantValue(new Toasts());
  container.bind(SETTINGS).toConstantValue(
    new LiveSettings({
      storage: storageInMemory(),
      api: { call: () => Promise.reject(new AppError('http', 'A story has no server.')) },
      me$: of(undefined),
      host: { contributions: () => of([]), manifests: [] },
    }),
  );
  return container;
}

function storageInMemory(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
