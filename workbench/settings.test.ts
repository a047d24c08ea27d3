import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  map: {
    mapBackground: 'auto',
    flyToZoomLevel: 22,
    featureLoadZoomLevel: 15,
    relationLayerMinZoom: 25,
    isLeftClickInteraction: true,
  },
  coordinates: {
    epsg: 'EPSG:4326',
    measureCRS: '',
    angleUnit: 'degree',
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
  shortcuts: {
    shortcuts: '',
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

it('Sections begin with what concerns everybody, and end with those of plugins', async () => {
  const definitions = await firstValueFrom(settings(true).definitions$);
  const inOrder = [...definitions].sort((a, b) => a.order - b.order).map(({ section }) => section);
  expect([...new Set(inOrder)]).toEqual([
    ...Object.keys(SECTIONS).map((section) => `workbench:settings.${section}`),
    'map-3d:viewer.title',
  ]);
});

it('Every setting is read somewhere', async () => {
  const definitions = await firstValueFrom(settings(true).definitions$);
  const root = join(import.meta.dirname, '..');
  const sources = ['core', 'plugins', 'workbench']
    .map((folder) => join(root, folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test|\.stories|manifest|own-settings|desk)\./.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const isRead = (key: string) => sources.some((source) => source.includes(`'${key}'`));
  expect(definitions.map(({ key }) => key).filter((key) => !isRead(key))).toEqual([]);
});

it('Settings have the defaults of the specification, also before anyone signed in', () => {
  const found = settings(false);
  for (const values of Object.values(SECTIONS))
    for (const [key, value] of Object.entries(values))
      expect(found.get(key as keyof SettingValues), key).toBe(value);
  expect(found.get('pointSize3D')).toBe(0.15);
  expect(found.get('navigationRange')).toBe(10);
});
