import type { devicePosition, LocationProblem } from '#core/browser';
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

/** Flies to the device's location. Throws AppError('no-position') with the reason when there is none. */
export function hereCommand(
  maps: WorkspaceMaps,
  locate: typeof devicePosition,
  translate: (key: string) => string,
): Command {
  return {
    run: async () => {
      const found = await locate();
      if ('problem' in found) throw new AppError('no-position', translate(REASONS[found.problem]));
      maps.current?.fly(found.position, { zoom: HERE_ZOOM });
    },
  };
}

const REASONS: Readonly<Record<LocationProblem, string>> = {
  missing: 'map-2d:reason.no-geolocation',
  'not-permitted': 'map-2d:reason.not-permitted',
  'no-position': 'map-2d:reason.no-position',
};
