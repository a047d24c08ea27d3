import { beforeEach, describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { desk, loadedFinder, object, selectionOf, TestPointer } from '#core/testing';
import type { ToolSession } from '#core/tools';
import { SelectionOptions } from '../model/selection-options.ts';
import { AreaSelectSession } from './area-session.ts';
import { BoxSession } from './box-session.ts';

/** A square of 100 pixels around a pixel of the flat view: 1e-5 degrees per pixel, (500, 500) is 0° 0°. */
function square(id: string, x: number, y: number, typeName = 'thing'): MapObject {
  const at = (dx: number, dy: number): Position => [(x + dx - 500) * 1e-5, (500 - y - dy) * 1e-5];
  const ring = [at(-50, 50), at(50, 50), at(50, -50), at(-50, -50), at(-50, 50)];
  return object(id, { type: 'Polygon', coordinates: [ring] }, { typeName });
}

describe('Selecting with an area', () => {
  let table: ReturnType<typeof desk>;
  let selection: ReturnType<typeof selectionOf>;
  let how: SelectionOptions;
  let pointer: TestPointer;
  let session: ToolSession;

  beforeEach(() => {
    table = desk([
      square('a', 200, 200),
      square('b', 400, 200),
      square('c', 200, 600),
      square('lock', 300, 300, 'locked'),
    ]);
    selection = selectionOf();
    how = new SelectionOptions();
  });
  function take(Session: typeof BoxSession | typeof AreaSelectSession): void {
    const accepts = ({ typeName }: MapObject) => typeName !== 'locked';
    session = new Session(
      { view: table.view, project: table.project },
      { selection, finder: loadedFinder, how, settings: table.settings, i18n: table.i18n, accepts },
    );
    pointer = new TestPointer(table.view, session);
  }

  describe('that is a box', () => {
    beforeEach(() => take(BoxSession));

    it('selects to the right what is within, to the left also what intersects, and nothing on locked layers', () => {
      pointer.drag([100, 100], [420, 420]);
      expect(selection.ids).toEqual(['a']);
      pointer.drag([420, 420], [100, 100]);
      expect([...selection.ids].sort()).toEqual(['a', 'b']);
    });

    it('adds with Shift, removes with Ctrl, toggles with both', () => {
      selection.set(['c']);
      pointer.drag([100, 100], [500, 300], { shift: true });
      expect([...selection.ids].sort()).toEqual(['a', 'b', 'c']);
      pointer.drag([100, 100], [300, 300], { ctrl: true });
      expect([...selection.ids].sort()).toEqual(['b', 'c']);
      pointer.drag([100, 100], [500, 300], { shift: true, ctrl: true });
      expect([...selection.ids].sort()).toEqual(['a', 'c']);
    });

    it('works with keys, from one click of the crosshair to the next', () => {
      for (const [x, y] of [
        [100, 100],
        [420, 420],
      ] as const)
        // prettier-ignore
        for (const kind of ['move', 'click'] as const) session.gesture(table.view.gesture(kind, [x, y]));
      expect(selection.ids).toEqual(['a']);
      expect(session.state.busy).toBe(false);
    });

    it('follows the popup when no key is held', () => {
      selection.set(['c']);
      how.change({ mode: 'add', reach: 'touched' });
      pointer.drag([200, 200], [380, 240]);
      expect([...selection.ids].sort()).toEqual(['a', 'b', 'c']);
    });

    it('selects nothing on a mere press, and leaves no box behind when it is cancelled', () => {
      selection.set(['c']);
      pointer.click(200, 200);
      expect(selection.ids).toEqual(['c']);
      session.gesture(table.view.gesture('down', [100, 100]));
      session.gesture(table.view.gesture('drag', [420, 420]));
      expect(session.state.busy).toBe(true);
      session.cancel();
      expect(table.view.sketch).toBeUndefined();
      expect(selection.ids).toEqual(['c']);
    });
  });

  describe('that is a polygon', () => {
    beforeEach(() => {
      table.settings.set('snapping', false);
      take(AreaSelectSession);
    });
    /** A triangle over the left edge of a, and below it all of c. */
    const around = (modifiers = {}) =>
      pointer.click(160, 120, modifiers).click(160, 800).click(620, 800).double(160, 120);

    it('selects what intersects', () => {
      pointer.click(100, 100).click(100, 700).click(300, 700).click(300, 400);
      pointer.key('Enter');
      session.complete();
      expect([...selection.ids].sort()).toEqual(['a', 'c']);
    });

    it('selects only what is within if the popup says so', () => {
      how.change({ reach: 'wholly' });
      pointer.click(100, 400).click(100, 700).click(300, 700).click(300, 400);
      session.complete();
      expect(selection.ids).toEqual(['c']);
      pointer.click(160, 100).click(160, 700).click(300, 700).click(300, 100);
      session.complete();
      expect(selection.ids).toEqual([]);
    });

    it('adds if Shift was held at its first vertex', () => {
      selection.set(['b']);
      around({ shift: true });
      expect([...selection.ids].sort()).toEqual(['a', 'b', 'c']);
    });
  });
});
