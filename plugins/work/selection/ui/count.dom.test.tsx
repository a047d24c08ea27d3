import { cleanup, render, screen } from '@testing-library/react';
import { of } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { MAX_BY_ID, type ObjectType } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { desk, object, servicesOf } from '#core/testing';
import { SELECTION, SELECTION_FINDER } from '../api.ts';
import { ProjectTargets } from '../model/project-targets.ts';
import { SelectedObjects } from '../model/selected.ts';
import { Count } from './Count.tsx';

afterEach(cleanup);

it('The number of selected objects says whether all of them are marked, and their limit is the real one', async () => {
  const here = object('here', { type: 'Point', coordinates: [9, 45] });
  const { project } = desk(
    [here],
    [{ name: 'thing', title: { en: 'Parcels', it: 'Particelle' } } as ObjectType],
  );
  const projects = { current: project, current$: of(project) };
  const selection = new SelectedObjects(projects);
  const container = await servicesOf(
    ['selection'],
    [
      [PROJECTS, projects],
      [SELECTION, selection],
      [SELECTION_FINDER, { isSearching: false }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <Count />
    </ServicesProvider>,
  );
  selection.set(['here']);
  expect(await screen.findByText('One object selected: Parcels')).toBeDefined();
  selection.set(['here', ...Array.from({ length: MAX_BY_ID + 1 }, (_, i) => `far ${i}`)]);
  expect(
    await screen.findByText('5,002 objects selected: 1 Parcels · some may not be marked on the map'),
  ).toBeDefined();
  const reason = new ProjectTargets(selection, projects, undefined, { ask: () => undefined }).reason('');
  const i18n = container.get(I18N);
  expect(i18n.t(reason)).toContain(`at most ${i18n.number(MAX_BY_ID)}`);
});
