import { AppError } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { WorkspaceMaps } from '../api.ts';

/** Zoom level of "my location". */
const HERE_ZOOM = 18;

export function zoomCommand(maps: WorkspaceMaps, levels: number): Command {
  return { run: () => maps.current?.zoomBy(levels) };
}

/** Zooms to all objects of the project. */
export function extentCommand(maps: WorkspaceMaps): Command {
  return {
    disabled: () => (maps.current?.whole ? undefined : 'reason.empty'),
    run: () => {
      const whole = maps.current?.whole;
      if (whole) maps.current?.fly(whole);
    },
  };
}

/** Flies to the device's location. Throws AppError('no-position') when it is not available. */
export function hereCommand(
  maps: WorkspaceMaps,
  geolocation: Geolocation | undefined,
  translate: (key: string) => string,
): Command {
  return {
    disabled: () => (geolocation ? undefined : 'reason.no-geolocation'),
    run: () =>
      new Promise<void>((resolve, reject) => {
        geolocation?.getCurrentPosition(
          ({ coords }) => {
            maps.current?.fly([coords.longitude, coords.latitude], { zoom: HERE_ZOOM });
            resolve();
          },
          ({ code }) =>
            reject(
              new AppError(
                'no-position',
                translate(code === 1 ? 'map-2d:reason.not-permitted' : 'map-2d:reason.no-position'),
              ),
            ),
          { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5_000 },
        );
      }),
  };
}
