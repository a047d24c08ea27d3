/** Why there is no position: the browser has no location, the person or the page may not, or the device finds none. */
export type LocationProblem = 'missing' | 'not-permitted' | 'no-position';

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5_000 };

/** The device's place, degrees: longitude and latitude; or why there is none. Never rejects. */
export function devicePosition(): Promise<
  { readonly position: [number, number] } | { readonly problem: LocationProblem }
> {
  return new Promise((resolve) => {
    const geolocation = (globalThis.navigator as Partial<Navigator> | undefined)?.geolocation;
    if (!geolocation) return resolve({ problem: 'missing' });
    try {
      geolocation.getCurrentPosition(
        ({ coords }) => resolve({ position: [coords.longitude, coords.latitude] }),
        ({ code }) => resolve({ problem: code === 1 ? 'not-permitted' : 'no-position' }),
        OPTIONS,
      );
    } catch {
      resolve({ problem: 'not-permitted' });
    }
  });
}
