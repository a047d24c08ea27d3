import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replace, type MapObject } from '#core/document';
import type { LayerState } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import { desk, object } from '#core/testing';
import { showRelations } from './relation-lines.ts';

const POINT: Geometry = { type: 'Point', coordinates: [0, 0, 215] };
const FIELD: Geometry = {
  type: 'Polygon',
  coordinates: [[[0.001, 0.001], [0.003, 0.001], [0.003, 0.005], [0.001, 0.001]]], // prettier-ignore
};

/** A valve of a field; the field names the valve too. The other valve is far out of view. */
function related() {
  const objects = [
    object('valve', POINT, { typeName: 'valve', relatesTo: ['field', 'not-loaded'] }),
    object('field', FIELD, { relatesTo: ['valve'] }),
    object('far', { type: 'Point', coordinates: [10, 10, 300] }, { typeName: 'valve' }),
  ];
  const { project, view, settings } = desk(objects);
  settings.set('relationLayerMinZoom', 17);
  const states$ = new BehaviorSubject<readonly LayerState[]>([]);
  const showing = showRelations(view, project.document, states$, settings);
  const lines = () => {
    vi.runAllTimers();
    return view.sketches.get('relations')?.shapes.map(({ geometry }) => geometry.coordinates);
  };
  return { project, view, settings, states$, showing, lines };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('draws one line between the middles of related objects, from the zoom level of the setting on', () => {
  const { lines, settings, view } = related();
  const line = [[0.002, 0.003], [0, 0]]; // prettier-ignore
  expect(lines()).toEqual([line]);
  settings.set('relationLayerMinZoom', 17.5);
  expect(lines()).toBeUndefined();
  view.camera$.next({ ...view.camera, zoom: 18 });
  expect(lines()).toEqual([line]);
});

it('follows edits, also to an object out of view, and keeps heights where both ends have one', () => {
  const { lines, project } = related();
  const [valve, field] = ['valve', 'field'].map((id) => project.document.get(id)!) as [MapObject, MapObject];
  const after = [{ ...valve, relatesTo: ['far'] }, { ...field, relatesTo: [] }]; // prettier-ignore
  project.history.perform(replace([valve, field], after), { label: 'x', code: 'x' });
  expect(lines()).toEqual([[[10, 10, 300], [0, 0, 215]]]); // prettier-ignore
});

it('draws no lines to objects of hidden layers', () => {
  const { lines, states$ } = related();
  states$.next([{ typeName: 'valve', visible: false } as LayerState]);
  expect(lines()).toEqual([]);
});

it('removes its lines in the end', () => {
  const { lines, showing } = related();
  expect(lines()).toHaveLength(1);
  showing.dispose();
  expect(lines()).toBeUndefined();
});
