import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { API, LIVE } from '#core/api';
import { Plugins, type PluginManifest } from '#core/plugin';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import type { AddClouds } from './api.ts';
import manifest from './manifest.ts';
import { CLOUD_DESK } from './model/cloud-desk.ts';

/** Offers the point that the manifest fills. */
const PROJECTS_PLUGIN: PluginManifest = {
  id: 'projects',
  points: ['projectActions'],
  load: () => Promise.reject(new Error('Nothing here needs it.')),
};

it('files dropped on the map open the dialog, which is offered once the code is loaded', async () => {
  const container = await servicesOf(
    [],
    [
      [API, { call: () => Promise.reject(new TypeError('There is no server here.')) }],
      [LIVE, { on: () => NEVER }],
      [SESSION, { token: 'T' }],
    ],
  );
  const host = new Plugins([PROJECTS_PLUGIN, manifest], container);
  host.setAllows(() => true);
  expect(host.current('overlays')).toEqual([]);
  const add = await host.service<AddClouds>('clouds', 'clouds.Add');
  add('p', [new File(['x'], 'quarry.laz')]);
  expect(host.current('overlays').map(({ id }) => id)).toEqual(['clouds.dialog']);
  const { shown, isOpen } = container.get(CLOUD_DESK);
  expect([shown?.sending.name, isOpen]).toEqual(['quarry.laz', true]);
});
