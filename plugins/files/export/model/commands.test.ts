import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { OpenProject } from '#core/project';
import { MAX_EXPORTED_IDS } from '#core/protocol';
import { desk } from '#core/testing';
import { exportSelection, exportView } from './commands.ts';
import { Departure, selectedIn } from './departure.ts';

function opened(ids: readonly string[] = [], queued = 0) {
  const { project } = desk();
  const calls: string[] = [];
  const autosave = { flush: async () => void calls.push('flush'), state: { queued } };
  const shown: string[] = [];
  const notices = {
    i18n: { t: (key: string, values?: object) => `${key} ${JSON.stringify(values)}` },
    toasts: { show: (_: string, text: string) => void shown.push(text) } as never,
  };
  const current = { ...project, autosave } as unknown as OpenProject;
  const ids$ = new BehaviorSubject(ids);
  return {
    calls,
    departure: new Departure(),
    projects: { current },
    selection: { ids, ids$ },
    notices,
    shown,
  };
}

describe('Exporting from the map', () => {
  it('opens the page with the selected objects, after unsent changes are sent', async () => {
    const { calls, departure, projects, selection, notices, shown } = opened(['a', 'b']);
    const command = exportSelection(departure, projects, selection, notices);
    expect(command.disabled?.()).toBeUndefined();
    await command.run();
    expect([calls, shown]).toEqual([['flush'], []]);
    expect(departure.target).toEqual({
      path: `/export/${projects.current.project.id}`,
      state: { selected: ['a', 'b'] },
    });
  });

  it('says why a selection cannot be exported', () => {
    const reason = (ids: string[] | undefined) => {
      const { departure, projects, selection, notices } = opened(ids);
      return exportSelection(departure, projects, ids && selection, notices).disabled?.();
    };
    expect(reason(undefined)).toBe('command.selection.none');
    expect(reason([])).toBe('command.selection.none');
    expect(reason(Array<string>(MAX_EXPORTED_IDS).fill('a'))).toBeUndefined();
    expect(reason(Array<string>(MAX_EXPORTED_IDS + 1).fill('a'))).toBe('command.selection.many');
  });

  it('opens the page with the extent of the view, and says which changes are not exported', async () => {
    const { departure, projects, notices, shown } = opened([], 2);
    const views = { active: { camera: { extent: [9.1, 45.123456789, 9.2, 46] } } } as never;
    await exportView(departure, projects, views, notices).run();
    expect(shown).toEqual(['export:unsent {"count":2}']);
    expect(departure.target?.path).toBe(`/export/${projects.current.project.id}?bbox=9.1,45.1234568,9.2,46`);
  });

  it('reads no ids from a foreign state', () => {
    expect([selectedIn(null), selectedIn('x'), selectedIn({ selected: 'a' })]).toEqual([[], [], []]);
    expect(selectedIn({ selected: ['a', 1] })).toEqual(['a']);
  });
});
