import {
  createElement,
  useEffect,
  useEffectEvent,
  useReducer,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { I18N, type I18n } from '#core/i18n';
import { AppError, loadedInTime } from '#core/kernel';
import { TOASTS } from '#core/toasts';
import { useServices } from './services.tsx';

export interface OnDemandProps {
  /** Shown while the code is loading, instead of the placeholder. */
  fallback?: ReactNode;
  /** Called when the code could not be loaded; the person has been notified. */
  onLoadError?: () => void;
}

type LoadCode = () => Promise<void>;
/** Every lazy chunk that the loaded code can show. */
const chunks = new Set<LazyChunk<unknown>>();

/**
 * Fetches the lazy chunks that are not loaded, one after the other, also those that the fetched code declares, so that
 * they open at once and without a network. Rejects if one cannot be fetched.
 *
 * @param mayContinue Called before each chunk; false ends it. Default: all are fetched.
 */
export async function fetchParts(mayContinue: () => boolean = () => true): Promise<void> {
  for (const chunk of chunks) {
    if (chunk.here) continue;
    if (!mayContinue()) return;
    await chunk.fetch();
  }
}

export interface LazyChunk<T> {
  /** Undefined until it is loaded. */
  readonly here: T | undefined;
  readonly fetch: LoadCode;
}

/** Code that is loaded when first needed, or earlier by `fetchParts`. */
export function lazyChunk<T>(load: () => Promise<T>): LazyChunk<T> {
  let here: T | undefined;
  const chunk: LazyChunk<T> = {
    get here() {
      return here;
    },
    async fetch() {
      here = await loadedInTime(load());
    },
  };
  chunks.add(chunk);
  return chunk;
}

/**
 * Returns the code of a chunk, loaded if it is not here.
 * @throws AppError 'part-lost' if it cannot be loaded.
 */
export async function fetched<T>(chunk: LazyChunk<T>, i18n: Pick<I18n, 't'>): Promise<T> {
  if (chunk.here === undefined)
    try {
      await chunk.fetch();
    } catch (cause) {
      throw new AppError('part-lost', i18n.t('core:part.lost'), { cause });
    }
  return chunk.here!;
}

/**
 * A component whose code is loaded when it is first shown, or earlier by `fetchParts`. If it cannot be loaded (no
 * network, or a newer build on the server), a message is shown, the rest of the page stays, and the next time it is
 * shown tries again.
 *
 * @param Placeholder Shown while the code is loading, with the same properties. Default: nothing.
 */
export function onDemand<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Placeholder?: ComponentType<P>,
): FunctionComponent<P & OnDemandProps> {
  const part = lazyChunk(load);
  return function OnDemand({ fallback, onLoadError, ...rest }) {
    const props = rest as unknown as P;
    const [, here] = useReducer((count: number) => count + 1, 0);
    const services = useServices();
    const reportError = useEffectEvent(() => {
      services.get(TOASTS).show('error', services.get(I18N).t('core:part.lost'));
      onLoadError?.();
    });
    const isHere = part.here !== undefined;
    useEffect(() => {
      if (isHere) return;
      // Another component has fetched it since this one was rendered.
      if (part.here) return here();
      let mounted = true;
      part.fetch().then(
        () => mounted && here(),
        () => mounted && reportError(),
      );
      return () => {
        mounted = false;
      };
    }, [isHere]);
    if (part.here) return createElement(part.here.default, props);
    return fallback ?? (Placeholder ? createElement(Placeholder, props) : null);
  };
}
