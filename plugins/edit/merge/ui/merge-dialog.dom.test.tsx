import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { MERGING } from '../model/merging.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { proposed } from './testing/proposed.ts';

afterEach(cleanup);

async function shown() {
  const { merging, project, settings } = proposed();
  const i18n = new I18nextService(['en']);
  await Promise.all([i18n.load('merge', 'core'), fetchParts()]);
  const toasts = { show: vi.fn() };
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(TOASTS).toConstantValue(toasts as never);
  container.bind(MERGING).toConstantValue(merging);
  render(
    <ServicesProvider container={container}>
      <MergeDialog />
    </ServicesProvider>,
  );
  await screen.findByRole('dialog', { name: 'Merge 2 objects of Parcels' });
  return { project, toasts, user: userEvent.setup() };
}

describe('The merge dialog', () => {
  it('merges with the value chosen for each attribute', async () => {
    const { project, user } = await shown();
    await user.click(await screen.findByRole('button', { name: /Land value/ }));
    await user.click(await screen.findByRole('option', { name: 'Sum: 80' }));
    await user.click(screen.getByRole('button', { name: 'Merge' }));
    const all = [...project.document.values()];
    expect(all.map(({ properties }) => properties)).toEqual([{ owner: 'Bianchi', value: 80 }]);
  });

  it('changes nothing when it is cancelled', async () => {
    const { project, user } = await shown();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(project.document.size).toBe(2);
  });

  it('says when an object has changed meanwhile', async () => {
    const { project, toasts, user } = await shown();
    const [first] = project.document.values();
    project.document.apply([{ id: first!.id, before: first, after: undefined }], 'remote');
    await user.click(screen.getByRole('button', { name: 'Merge' }));
    expect(toasts.show).toHaveBeenCalledWith('error', 'An object has changed. Start again.');
    expect(project.document.size).toBe(1);
  });
});
