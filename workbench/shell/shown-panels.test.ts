import { describe, expect, it } from 'vitest';
import { inStrip, showing, shownPanels } from './shown-panels.ts';

const layers = { id: 'layers', open: true };
const notes = { id: 'notes' };
const table = { id: 'table', place: 'below' as const };
const profile = { id: 'profile', place: 'below' as const };
const panels = [layers, notes, table, profile];

describe('panels of the workspace', () => {
  it('are one beside and one below the map', () => {
    expect(shownPanels(panels, { panel: 'notes', below: 'table' }, false)).toEqual({
      beside: notes,
      below: table,
    });
  });

  it('begin with the one that is open by itself, but not on a phone, nor after it was closed', () => {
    expect(shownPanels(panels, {}, false).beside).toBe(layers);
    expect(shownPanels(panels, {}, true).beside).toBeUndefined();
    expect(shownPanels(panels, { panel: null }, false).beside).toBeUndefined();
  });

  it('replace each other on a phone, whichever comes last', () => {
    let dock = { ...showing(table, true) };
    expect(shownPanels(panels, dock, true)).toEqual({ below: table });
    dock = { ...dock, ...showing(notes, true) };
    expect(shownPanels(panels, dock, true)).toEqual({ beside: notes });
    dock = { ...dock, ...showing(profile, true) };
    expect(shownPanels(panels, dock, true)).toEqual({ below: profile });
  });

  it('stay beside and below on a desk', () => {
    const dock = { ...showing(table, false), ...showing(notes, false) };
    expect(shownPanels(panels, dock, false)).toEqual({ beside: notes, below: table });
  });

  it('have buttons up to forty of them, and those that are open', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ id: `p${n}` }));
    expect(inStrip(many.slice(0, 40), [])).toHaveLength(40);
    const shown = inStrip(many, [many[3], undefined, many[50]]).map(({ id }) => id);
    expect(shown).toEqual([...many.slice(0, 40).map(({ id }) => id), 'p50']);
  });
});
