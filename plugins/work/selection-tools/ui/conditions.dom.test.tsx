import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { desk, loadedFinder, object } from '#core/testing';
import { SELECTION } from '#plugins/work/selection/api';
import { SelectionOptions, SELECTION_OPTIONS } from '../model/selection-options.ts';
import { AttributeSearch, SEARCH } from '../model/search.ts';
import ConditionsDialog from './ConditionsDialog.tsx';
import { HowPopup } from './HowPopup.tsx';

afterEach(cleanup);

const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    fields: [{ name: 'kind', title: { en: 'Kind', it: 'Specie' }, type: 'text', required: true }],
  },
] as unknown as ObjectType[];
const tree = (id: string, kind: string) =>
  object(id, { type: 'Point', coordinates: [0, 0] }, { typeName: 'tree', properties: { kind } });

async function shown() {
  const i18n = new I18nextService(['en']);
  await i18n.load('selection-tools', 'core');
  const { project } = desk([tree('a', 'Oak'), tree('b', 'Elm')], TYPES);
  const set = vi.fn();
  const selection = { ids: [], ids$: of([]), set } as never;
  const projects = { current: project, current$: of(project) };
  const search = new AttributeSearch({
    projects,
    selection,
    finder: loadedFinder,
    accepts: () => true,
    notify: () => undefined,
  });
  const how = new SelectionOptions();
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(PROJECTS).toConstantValue(projects as never);
  container.bind(SELECTION).toConstantValue(selection);
  container.bind(SEARCH).toConstantValue(search);
  container.bind(SELECTION_OPTIONS).toConstantValue(how);
  container.bind(VIEWS).toConstantValue({ active: undefined } as never);
  search.open();
  how.begin('box');
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <ConditionsDialog />
      <HowPopup />
    </ServicesProvider>,
  );
  return { search, set, how, user: userEvent.setup() };
}

describe('The dialog for selecting by attributes', () => {
  it('accepts a condition by keyboard and selects what matches', async () => {
    const { set, user, search } = await shown();
    const button = await screen.findByRole('button', { name: 'Select' });
    await user.click(await screen.findByRole('button', { name: 'Add condition' }));
    expect(button).toHaveProperty('disabled', true);
    await user.type(await screen.findByRole('textbox', { name: 'Value' }), 'oa{Enter}');
    await waitFor(() => expect(set).toHaveBeenCalledWith(['a']));
    expect(search.isOpen).toBe(false);
  });

  it('counts and selects by an expression', async () => {
    const { set, user } = await shown();
    await user.click(await screen.findByRole('radio', { name: 'Expression' }));
    await user.type(await screen.findByRole('textbox', { name: /^Expression/ }), "kind like 'O%'");
    await user.click(screen.getByRole('button', { name: 'Count' }));
    expect(await screen.findByText('One object matches.')).toBeDefined();
    expect(set).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await waitFor(() => expect(set).toHaveBeenCalledWith(['a']));
  });

  it('says that nothing matches, and what to do', async () => {
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Add condition' }));
    await user.type(await screen.findByRole('textbox', { name: 'Value' }), 'pine{Enter}');
    expect(await screen.findByText(/^No objects match/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove condition' }));
    expect(screen.getByText('Without conditions, all objects of the type are selected.')).toBeDefined();
  });
});
