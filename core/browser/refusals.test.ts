import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { canFillScreen, toggleFullscreen } from './fullscreen.ts';
import { devicePosition } from './location.ts';
import { browserLocks, tabChannel } from './locks.ts';
import { browserStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());
const never = () => {
  throw new DOMException('Forbidden.', 'SecurityError');
};
const withLocation = (getCurrentPosition: Geolocation['getCurrentPosition'] | undefined) =>
  vi.stubGlobal('navigator', { geolocation: getCurrentPosition && { getCurrentPosition } });

describe('Where the browser refuses', () => {
  it('storage, there is none', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(browserStorage()).toBeUndefined();
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: never });
    expect(browserStorage('sessionStorage')).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it.each<[string, Geolocation['getCurrentPosition'] | undefined, string]>([
    ['is missing', undefined, 'missing'],
    ['throws', never, 'not-permitted'],
    ['is denied', (_, failed) => failed?.({ code: 1 } as GeolocationPositionError), 'not-permitted'],
    ['is unavailable', (_, failed) => failed?.({ code: 2 } as GeolocationPositionError), 'no-position'],
    ['takes too long', (_, failed) => failed?.({ code: 3 } as GeolocationPositionError), 'no-position'],
  ])('the location because it %s, it is a reason', async (_, locate, problem) => {
    withLocation(locate);
    expect(await devicePosition()).toEqual({ problem });
  });

  it('locks and channels, there are none', () => {
    vi.stubGlobal('navigator', undefined);
    expect(browserLocks()).toBeUndefined();
    vi.stubGlobal('navigator', {});
    expect(browserLocks()).toBeUndefined();
    vi.stubGlobal('BroadcastChannel', never);
    expect(tabChannel('tabs')).toBeUndefined();
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(tabChannel('tabs')).toBeUndefined();
  });

  it('the whole screen, the page stays as it is', async () => {
    vi.stubGlobal('document', undefined);
    expect(canFillScreen()).toBe(false);
    vi.stubGlobal('document', { fullscreenEnabled: true, fullscreenElement: null });
    expect(canFillScreen()).toBe(true);
    const requestFullscreen = vi.fn(() => Promise.reject(new TypeError('Not allowed.')));
    await toggleFullscreen({ requestFullscreen } as unknown as HTMLElement);
    expect(requestFullscreen).toHaveBeenCalledOnce();
  });

  it.each<[string, unknown]>([
    ['is missing', undefined],
    ['throws', { open: never }],
    ['never answers', { open: () => ({ addEventListener: () => undefined }) }],
  ])('a database because it %s, opening rejects', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB);
    vi.stubGlobal('IDBRequest', class {});
    await expect(openDatabase('groma-test', 1, () => undefined, 10)).rejects.toThrow();
  });
});

it('the device’s place is longitude and latitude', async () => {
  withLocation((found) => found({ coords: { longitude: 12.6, latitude: 42.9 } } as GeolocationPosition));
  expect(await devicePosition()).toEqual({ position: [12.6, 42.9] });
});
