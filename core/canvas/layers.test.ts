import { expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { ViewerLayers } from './layers.ts';

it('Only what is drawn attracts: no object that a filter or the scale hides', () => {
  const layers = new ViewerLayers();
  const style = {
    version: 2,
    stroke: '#000000',
    width: 1,
    filter: "state <> 'old'",
    minScale: 5_000,
  } as const;
  const parcels = { typeName: 'parcel', visible: true, opacity: 1, style, locked: false };
  layers.layers = [parcels];
  const parcel = (state: string): MapObject => ({
    id: state,
    typeName: 'parcel',
    location: { type: 'Point', coordinates: [9, 45] },
    properties: { state },
    relatesTo: [],
  });
  const [built, old] = [parcel('built'), parcel('old')];
  layers.scale = 1_000;
  expect([built, old].map((each) => layers.attracts(each))).toEqual([true, false]);
  layers.scale = 10_000;
  expect(layers.attracts(built)).toBe(false);
  layers.scale = 1_000;
  layers.layers = [{ ...parcels, attracts: false }];
  expect(layers.attracts(built)).toBe(false);
});
