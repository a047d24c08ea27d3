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

interface Waiting {
  /** What stands there while the code comes. */
  meanwhile?: ReactNode;
  /** The code could not be fetched; the person has been told. */
  onLost?: () => void;
}

type Fetch = () => Promise<void>;
/** How to fetch each part that code now loaded can show; the spare parts of the page. */
const parts = new Set<Fetch>();
let idle = false;

/**
 * Fetches every part there is, and from now on each new one with the code that shows it, so that they open as well where
 * the network has gone since. Rejects where one cannot be fetched.
 */
export async function fetchParts(): Promise<void> {
  idle = true;
  for (let before = -1; before < parts.size;) {
    before = parts.size;
    await Promise.all([...parts].map((fetch) => fetch()));
  }
}

export interface LazyChunk<T> {
  /** Undefined until it has come. */
  readonly here: T | undefined;
  readonly fetch: Fetch;
}

/** Code that comes when it is first wanted, or before with the spare parts. */
export function lazyChunk<T>(load: () => Promise<T>): LazyChunk<T> {
  let here: T | undefined;
  const fetch = async (): Promise<void> => {
    here = await load();
  };
  parts.add(fetch);
  // Where it fails there is no network now: it is tried again when it is shown.
  if (idle) fetch().catch(() => undefined);
  return {
    get here() {
      return here;
    },
    fetch,
  };
}

/**
 * A component whose code comes when it is first shown, or before with the spare parts. Where it cannot be fetched (the
 * network is gone, the server has a newer build) a message says so, all else on the page stays, and the next showing
 * tries again.
 */
export function onDemand<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P & Waiting> {
  const part = lazyChunk(load);
  return function OnDemand({ meanwhile = null, onLost, ...props }) {
    const [, here] = useReducer((count: number) => count + 1, 0);
    const services = useServices();
    const lost = useEffectEvent(() => {
      services.get(TOASTS).show('error', services.get(I18N).t('core:part.lost'));
      onLost?.();
    });
    const isHere = part.here !== undefined;
    useEffect(() => {
      if (isHere) return;
      // Fetched by another since this was drawn without it.
      if (part.here) return here();
      let wanted = true;
      part.fetch().then(
        () => wanted && here(),
        () => wanted && lost(),
      );
      return () => {
        wanted = false;
      };
    }, [isHere]);
    return part.here ? createElement(part.here.default, props as unknown as P) : meanwhile;
  };
}

/**
 * The button of something that opens, before that something is loaded: fetched when the button is neared or focused, asked
 * for when it is pressed.
 */
export function preloadTrigger(
  trigger: ReactElement,
  popup: 'menu' | 'dialog',
  fetch: () => Promise<unknown>,
  onAsk: (event: PressEvent) => void,
  isOpening: boolean,
): ReactElement {
  // What cannot be fetched now is fetched by the press, which says why when it fails again.
  const near = () => void fetch().catch(() => undefined);
  return cloneElement(trigger as ReactElement<ButtonProps>, {
    onPress: onAsk,
    onHoverStart: near,
    onFocus: near,
    'aria-haspopup': popup,
    // Nobody takes its place meanwhile.
    'aria-expanded': isOpening,
  });
}
