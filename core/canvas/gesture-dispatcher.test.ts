import { expect, it } from 'vitest';
import { ObjectDocument } from '#core/document';
import { FlatView } from '#core/testing';
import { GestureDispatcher } from './gesture-dispatcher.ts';
import type { RawGesture } from './pointer-input.ts';

it('keeps a click that the newest listener takes from those before it, and nothing else', () => {
  const document = new ObjectDocument('p');
  const gestures = new GestureDispatcher(new FlatView(document), document);
  const heard: string[] = [];
  gestures.listen(({ kind }) => void heard.push(`tool ${kind}`));
  const taking = gestures.listen(({ kind }) => {
    heard.push(`newest ${kind}`);
    return kind === 'click';
  });
  const send = (kind: RawGesture['kind']) =>
    gestures.dispatch({ kind, pixel: [1, 2], pointer: 'mouse', shift: false, alt: false, ctrl: false });
  expect(send('click').claimed).toBe(false);
  send('move');
  taking.dispose();
  send('click');
  expect(heard).toEqual(['newest click', 'tool move', 'newest move', 'tool click']);
});

it('tells the view itself of every click, before a listener takes it', () => {
  const document = new ObjectDocument('p');
  const gestures = new GestureDispatcher(new FlatView(document), document);
  const heard: string[] = [];
  gestures.watch(({ kind }) => void heard.push(`view ${kind}`));
  gestures.listen(({ kind }) => {
    heard.push(`tool ${kind}`);
    return true;
  });
  gestures.dispatch({
    kind: 'click',
    pixel: [1, 2],
    pointer: 'mouse',
    shift: false,
    alt: false,
    ctrl: false,
  });
  expect(heard).toEqual(['view click', 'tool click']);
});
