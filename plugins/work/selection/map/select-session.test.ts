import { of } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import type { ToolSession } from '#core/tools';
import { desk, loadedFinder, TestPointer, object } from '#core/testing';
import { ObjectChoice } from '../model/choice.ts';
import { ProjectTargets } from '../model/project-targets.ts';
import { SelectedObjects } from '../model/selected.ts';
import { SelectSession } from './select-session.ts';

/** A square of 100 pixels around a pixel of the flat view: 1e-5 degrees per pixel, (500, 500) is 0° 0°. */
function square(id: string, x: number, y: number): MapObject {
  const at = (dx: number, dy: number): Position => [(x + dx - 500) * 1e-5, (500 - y - dy) * 1e-5];
  return object(id, {
    type: 'Polygon',
    coordinates: [[at(-50, 50), at(50, 50), at(50, -50), at(-50, -50), at(-50, 50)]],
  });
}

const field = square('field', 300, 300);
const house = square('house', 320, 320);
const barn = square('barn', 700, 700);

describe('the select tool', () => {
  let table: ReturnType<typeof desk>;
  let selection: SelectedObjects;
  let choice: ObjectChoice;
  let session: ToolSession;
  let pointer: TestPointer;

  beforeEach(() => {
    table = desk([field, house, barn]);
    selection = new SelectedObjects({ current$: of(table.project), current: table.project });
    choice = new ObjectChoice();
    const settings = { ...table.settings, get: () => true } as unknown as typeof table.settings;
    const targets = new ProjectTargets(selection, { current: table.project }, undefined, choice);
    session = new SelectSession(table, { targets, finder: loadedFinder, choice, settings });
    pointer = new TestPointer(table.view, session);
  });

  it('selects the clicked object, and clears the selection beside objects', () => {
    pointer.click(700, 700);
    expect(selection.ids).toEqual(['barn']);
    pointer.click(900, 100);
    expect(selection.ids).toEqual([]);
  });

  it('adds with Shift, and removes what was selected', () => {
    pointer.click(700, 700);
    pointer.click(255, 255, { shift: true });
    expect(selection.ids).toEqual(['barn', 'field']);
    pointer.click(700, 700, { shift: true });
    expect(selection.ids).toEqual(['field']);
  });

  it('adds on a long press, and clears nothing by one beside objects', () => {
    pointer.click(700, 700, { pointer: 'touch' });
    pointer.context(255, 255, { pointer: 'touch' });
    expect(selection.ids).toEqual(['barn', 'field']);
    pointer.context(900, 100, { pointer: 'touch' });
    expect(selection.ids).toEqual(['barn', 'field']);
  });

  it('asks which one is meant where several lie under the pointer', () => {
    pointer.click(310, 310);
    expect(selection.ids).toEqual([]);
    expect(choice.question?.candidates.map(({ id }) => id).sort()).toEqual(['field', 'house']);
    choice.answer('house');
    expect(selection.ids).toEqual(['house']);
    expect(choice.question).toBeUndefined();
  });

  it('selects with a box to the right what is within, to the left also what intersects', () => {
    pointer.drag([240, 240], [360, 360], { shift: true });
    expect(selection.ids).toEqual(['field']);
    pointer.drag([360, 360], [240, 240], { shift: true });
    expect([...selection.ids].sort()).toEqual(['field', 'house']);
  });

  it('removes with Ctrl what is within the box', () => {
    selection.set(['field', 'barn']);
    pointer.drag([240, 240], [360, 360], { ctrl: true });
    expect(selection.ids).toEqual(['barn']);
  });

  it('selects with a box to the left an area that contains the whole box', () => {
    pointer.drag([690, 690], [680, 680], { shift: true });
    expect(selection.ids).toEqual(['barn']);
  });

  it('leaves no box behind when it is cancelled', () => {
    session.gesture(table.view.gesture('down', [240, 240], { shift: true }));
    session.gesture(table.view.gesture('drag', [300, 300], { shift: true }));
    expect(table.view.sketch?.shapes).toHaveLength(1);
    session.cancel();
    expect(table.view.sketch).toBeUndefined();
    expect(session.state.busy).toBe(false);
    expect(selection.ids).toEqual([]);
  });

  it('drops an object that is deleted', () => {
    pointer.click(700, 700);
    expect(selection.ids).toEqual(['barn']);
    table.project.document.apply([{ id: 'barn', before: barn, after: undefined }], 'edit');
    expect(selection.ids).toEqual([]);
  });
});
