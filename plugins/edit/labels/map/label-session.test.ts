import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { LayerState, ViewLabel } from '#core/mapview';
import { desk, loadedFinder, object, selectionOf, targetsOf, TestPointer } from '#core/testing';
import { AutomaticLabels } from '../model/automatic-labels.ts';
import { LabelTexts } from '../model/label-texts.ts';
import { LabelSession } from './label-session.ts';

// Pixel (500, 500) is 0° 0°; a pixel is 1e-5°.
const well = object('well', { type: 'Point', coordinates: [0, 0, 57] }, { properties: { name: 'W 1' } });
const yard = object(
  'yard',
  { type: 'Polygon', coordinates: [[[0.001, 0], [0.002, 0], [0.002, 0.001], [0.001, 0.001], [0.001, 0]]] }, // prettier-ignore
  { properties: { name: 'Yard' } },
);
const LAYER: LayerState = {
  typeName: 'thing',
  visible: true,
  opacity: 1,
  locked: false,
  style: { stroke: '#000000', width: 1, label: 'name' },
};
/** Beside the well; the yard has no room for its label. */
const WELL: ViewLabel = { id: 'well', text: 'W 1', at: [530, 500], width: 40, height: 14, angle: 0 };

function moving(objects: readonly MapObject[] = [well, yard], ...selected: string[]) {
  const setUp = desk(objects);
  const { document, history } = setUp.project;
  const targets = targetsOf(setUp.project, selectionOf(selected, document));
  const toasts: string[] = [];
  const serverChanges: unknown[] = [];
  const automatic = new AutomaticLabels({
    projects: { current: setUp.project },
    targets,
    finder: loadedFinder,
    changes: { change: (change) => (serverChanges.push(change), Promise.resolve(true)) },
    toasts: { show: (_, message) => (toasts.push(message), { dispose: () => undefined }) },
    i18n: { t: String },
  });
  const texts = new LabelTexts({ states: [LAYER], stateOf: () => LAYER }, { number: String });
  Object.assign(setUp.view, { labels: [WELL] });
  const session = new LabelSession(setUp, targets, texts, automatic);
  const labelAt = (id: string) => document.get(id)?.labelAt;
  return {
    ...setUp,
    history,
    targets,
    session,
    automatic,
    toasts,
    serverChanges,
    labelAt,
    pointer: new TestPointer(setUp.view, session),
  };
}

describe('moving labels', () => {
  it('drags a label: shown with its line meanwhile, kept with the object in one step when dropped', () => {
    const { session, view, labelAt, history, targets } = moving();
    // 10 pixels right of its middle.
    session.gesture(view.gesture('down', [540, 500]));
    session.gesture(view.gesture('drag', [540, 400]));
    expect(view.previewed.map(({ id }) => id)).toEqual(['well']);
    expect(view.sketch?.labels).toEqual([{ position: [0.0003, 0.001], text: 'W 1' }]);
    expect(view.sketch?.shapes).toHaveLength(1);
    expect(labelAt('well')).toBeUndefined();
    session.gesture(view.gesture('up', [540, 400]));
    expect(labelAt('well')).toEqual([0.0003, 0.001]);
    expect([view.previewed, view.sketch, targets.selection.ids]).toEqual([[], undefined, ['well']]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['move-label']);
    history.undo();
    expect(labelAt('well')).toBeUndefined();
  });

  it('takes the label of a selected object that has no room; beside labels the map is moved', () => {
    const { pointer, view, session, labelAt } = moving();
    expect(session.gesture(view.gesture('down', [650, 450]))).toBe(false);
    pointer.click(650, 450);
    pointer.drag([650, 450], [650, 300]);
    expect(labelAt('yard')).toEqual([0.0015, 0.002]);
  });

  it('works by clicks alone, as of the crosshair, and by arrow keys in one step', () => {
    const { session, view, labelAt, history } = moving();
    session.gesture(view.gesture('click', [530, 500]));
    session.gesture(view.gesture('move', [530, 480]));
    session.gesture(view.gesture('click', [530, 480]));
    expect(labelAt('well')).toEqual([0.0003, 0.0002]);
    for (const key of ['ArrowRight', 'ArrowRight'])
      session.key({ key, ctrl: false, shift: false, alt: false });
    session.key({ key: 'ArrowUp', ctrl: false, shift: true, alt: false });
    expect(labelAt('well')).toEqual([0.00032, 0.0003]);
    expect(history.state.done).toHaveLength(2);
  });

  it('changes nothing when a drag is cancelled, or a label only clicked', () => {
    const { session, view, labelAt, history, targets, pointer } = moving();
    session.gesture(view.gesture('down', [530, 500]));
    session.gesture(view.gesture('drag', [530, 400]));
    session.cancel();
    session.gesture(view.gesture('up', [530, 400]));
    pointer.click(530, 500);
    expect([labelAt('well'), history.state.done, targets.selection.ids]).toEqual([undefined, [], ['well']]);
  });

  it('lets the map place labels again: by Delete those selected, which deletes no object', () => {
    const moved = { ...well, labelAt: [0.001, 0.001] as [number, number] };
    const { session, labelAt, history, toasts, project } = moving([moved, yard], 'well');
    const press = () => session.key({ key: 'Delete', ctrl: false, shift: false, alt: false });
    expect(press()).toBe(true);
    expect(labelAt('well')).toBeUndefined();
    expect('labelAt' in project.document.get('well')!).toBe(false);
    expect(press()).toBe(true);
    expect(toasts).toEqual(['labels:none-moved']);
    expect([project.document.size, history.state.done.map(({ code }) => code)]).toEqual([2, ['automatic-label']]); // prettier-ignore
  });

  it('all labels of the project, but not those of locked and hidden layers', () => {
    const at = { labelAt: [0.001, 0.001] as [number, number] };
    const locked = { ...yard, ...at, id: 'locked', typeName: 'locked' };
    const { automatic, labelAt, serverChanges } = moving([{ ...well, ...at }, { ...yard, ...at }, locked]);
    automatic.restoreAll();
    expect([labelAt('well'), labelAt('yard'), labelAt('locked')]).toEqual([undefined, undefined, [0.001, 0.001]]); // prettier-ignore
    expect(serverChanges).toEqual([]);
  });

  it('does not take labels of locked layers', () => {
    const { session, view } = moving([{ ...well, typeName: 'locked' }]);
    expect(session.gesture(view.gesture('down', [530, 500]))).toBe(false);
  });
});
