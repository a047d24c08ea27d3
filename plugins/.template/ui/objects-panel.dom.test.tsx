import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { add } from '#core/document';
import { I18N, I18nextService } from '#core/i18n';
import { ServicesProvider } from '#core/react';
import { atWork, bindAll, desk, object } from '#core/testing';
import { Container } from 'inversify';
import ObjectsPanel from './ObjectsPanel.tsx';

const HERE = { type: 'Point', coordinates: [0, 0] } as const;

it('counts the objects of each type, also after a change', async () => {
  const { project } = desk([object('a', { ...HERE, coordinates: [0, 0] })]);
  const container = new Container();
  bindAll(container, [[I18N, new I18nextService(['en'], () => Promise.resolve({}))], ...atWork(project)]);
  render(
    <ServicesProvider container={container}>
      <ObjectsPanel />
    </ServicesProvider>,
  );
  expect(screen.getByRole('listitem').textContent).toBe('thing: 1');
  const more = ['b', 'c'].map((id) => object(id, { ...HERE, coordinates: [1, 1] }, { typeName: 'tree' }));
  act(() => void project.history.perform(add(more), { label: 'x', code: 'x' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'tree: 2',
    'thing: 1',
  ]);
});
