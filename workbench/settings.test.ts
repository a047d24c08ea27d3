import { Container } from 'inversify';
import { firstValueFrom, NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import type { Api } from '#core/api';
import { Plugins } from '#core/plugin';
import { LiveSettings, type SettingValues } from '#core/settings';
import { memoryStorage } from '#core/testing';
import { PLUGINS } from './plugins.ts';

/**
 * The settings that have a place in the sections of the frame, in the order of the preferences page, with the defaults of
 * the specification's section 9; where it gives none: autoSave, isLeftClickInteraction and preserveMeasure on,
 * isSingleMeasurement off, as surveyors expect who lose nothing.
 */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  general: {
    language: '',
    theme: 'auto',
    defaultView: 'List',
    preferedOrganization: '',
  },
  coordinates: {
    epsg: 'EPSG:4326',
    measureCRS: '',
    angleUnit: 'degree',
  },
  map: {
    flyToZoomLevel: 22,
    featureLoadZoomLevel: 15,
    relationLayerMinZoom: 25,
    isLeftClickInteraction: true,
  },
  editing: {
    autoSave: true,
    snapping: true,
    snapTolerance: 12,
    snapVertex: true,
    snapIntersection: true,
    snapMidpoint: true,
    snapEdge: true,
    snapPerpendicular: true,
    snapCentre: false,
    snapExtension: false,
    lockCopy: true,
  },
  measuring: {
    isSingleMeasurement: false,
    preserveMeasure: true,
  },
  viewers: {
    pointSize3D: 0.15,
    navigationRange: 10,
  },
};

/** The settings as they are for who may use everything, or before anyone signed in. */
function settings(isSignedIn: boolean): LiveSettings {
  const host = new Plugins(PLUGINS, new Container());
  if (isSignedIn) host.setAllows(() => true);
  return new LiveSettings({ storage: memoryStorage(), api: {} as Api, me$: NEVER, host });
}

it('The sections of preferences have the settings of the specification, whichever plugins own them', async () => {
  const definitions = await firstValueFrom(settings(true).definitions$);
  for (const [section, values] of Object.entries(SECTIONS)) {
    const inSection = definitions
      .filter((one) => one.section === `workbench:settings.${section}`)
      .sort((a, b) => a.order - b.order);
    expect(inSection.map(({ key }) => key)).toEqual(Object.keys(values));
  }
});

it('Settings have the defaults of the specification, also before anyone signed in', () => {
  const found = settings(false);
  for (const values of Object.values(SECTIONS))
    for (const [key, value] of Object.entries(values))
      expect(found.get(key as keyof SettingValues), key).toBe(value);
});
