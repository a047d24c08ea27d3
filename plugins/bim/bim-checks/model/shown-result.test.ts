import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import type { BimClash } from '#core/protocol';
import type { BimStage, BimView, BimViews, ElementRef, ShownModel } from '#plugins/bim/bim-viewer/api';
import { ShownResult } from './shown-result.ts';

const CLASH = { a: { globalId: 'wall' }, b: { globalId: 'duct' }, distance: -0.3 } as BimClash;

it('both models of a clash are shown, and its elements coloured and gone to once they are drawn', async () => {
  const done: string[] = [];
  const nameOf = ({ modelId, globalId }: ElementRef) => `${modelId}/${globalId}`;
  const view = {
    paint: (groups: Parameters<BimView['paint']>[0]) => {
      const all = groups.map(
        ({ elements, isAboveSelection }) => `${nameOf(elements[0]!)} ${isAboveSelection}`,
      );
      done.push(`paint ${all.join(', ')}`);
      return { dispose: () => done.push('clear') };
    },
    zoomTo: (elements: readonly ElementRef[]) => {
      done.push(`zoom ${elements.map(nameOf).join(', ')}`);
      return Promise.resolve();
    },
  } as unknown as BimView;
  const views: BimViews = { current: view, current$: new BehaviorSubject<BimView | undefined>(view) };
  const stateOf = (ducts: ShownModel['state']) => [
    { id: 'house', state: 'drawn' } as ShownModel,
    { id: 'ducts', state: ducts } as ShownModel,
  ];
  const models$ = new BehaviorSubject<readonly ShownModel[]>(stateOf('off'));
  const stage = {
    models$,
    get models() {
      return models$.value;
    },
    show: (id: string) => {
      if (id === 'ducts' && models$.value[1]!.state === 'off') models$.next(stateOf('loading'));
    },
  } as unknown as BimStage;
  const shown = new ShownResult(views, stage);
  shown.showClash(CLASH, { modelId: 'house', withId: 'ducts' });
  expect([shown.shown, ...done]).toEqual(['wall duct']);
  models$.next(stateOf('drawn'));
  await Promise.resolve();
  expect(done).toEqual(['paint house/wall true, ducts/duct true', 'zoom house/wall, ducts/duct']);
  // Once more, with both drawn: at once.
  shown.showClash(CLASH, { modelId: 'house', withId: 'ducts' });
  expect(done.slice(2)).toEqual(['clear', ...done.slice(0, 2)]);
});
