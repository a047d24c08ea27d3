import {
  cloneElement,
  createElement,
  useEffect,
  useEffectEvent,
  useReducer,
  type ComponentType,
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { ButtonProps, PressEvent } from 'react-aria-components';
import { I18N } from '#core/i18n';
import { TOASTS } from '#core/toasts';
import { useServices } from './services.tsx';

interface OnDemandProps {
  /** Shown while the code is loading, instead of the placeholder. */
  fallback?: ReactNode;
  /** Called when the code could not be loaded; the person has been notified. */
  onLoadError?: () => void;
}

type LoadCode = () => Promise<void>;
/** Fetches every lazy chunk that the loaded code can show. */
const parts = new Set<LoadCode>();
let idle = false;

/**
 * Fetches the lazy chunks that are not loaded, one after the other, also those that the fetched code declares, so that
 * they open at once and without a network. Rejects if one cannot be fetched.
 *
 * @param mayContinue Called before each chunk; false ends it. Default: all are fetched.
 */
export async function fetchParts(): Promise<void> {
  idle = true;
  for (let before = -1; before < parts.size;) {
    before = parts.size;
    await Promise.all([...parts].map((fetch) => fetch()));
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
  const fetch = async (): Promise<void> => {
    here = await load();
  };
  parts.add(fetch);
  // A failure means that there is no network now: it is tried again when the part is shown.
  if (idle) fetch().catch(() => undefined);
  return {
    get here() {
      return here;
    },
    fetch,
  };
}

/**
 * A component whose code is loaded when it is first shown, or earlier by `fetchParts`. If it cannot be loaded (no
 * network, or a newer build on the server), a message is shown, the rest of the page stays, and the next time it is
 * shown tries again.
 */
export function onDemand<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P & OnDemandProps> {
  const part = lazyChunk(load);
  return function OnDemand({ fallback = null, onLoadError, ...props }) {
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
    return part.here ? createElement(part.here.default, props as unknown as P) : fallback;
  };
}

/** The button of a popup whose code is not loaded yet: fetches it on hover or focus, opens it when pressed. */
export function preloadTrigger(
  trigger: ReactElement,
  popup: 'menu' | 'dialog',
  fetch: () => Promise<unknown>,
  onAsk: (event: PressEvent) => void,
  isOpening: boolean,
): ReactElement {
  // If it fails, the press tries again and shows the error.
  const near = () => void fetch().catch(() => undefined);
  return cloneElement(trigger as ReactElement<ButtonProps>, {
    onPress: onAsk,
    onHoverStart: near,
    onFocus: near,
    'aria-haspopup': popup,
    // Nothing replaces it meanwhile.
    'aria-expanded': isOpening,
  });
}
