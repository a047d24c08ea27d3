import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, screen, waitFor } from 'storybook/test';
import { VIEWS } from '#core/mapview';
import { fetchParts } from '#core/react';
import { atWork, bindAll, desk } from '#core/testing';
import { PROJECT_HISTORY, ProjectHistory } from '../model/project-history.ts';
import { TRANSACTIONS, Transactions } from '../model/transactions.ts';
import ProjectHistoryDialog from './ProjectHistoryDialog.tsx';
import { anEntry, PARCEL, parcelHistory } from './testing/entries.ts';
import TransactionsDialog from './TransactionsDialog.tsx';

const ANSWERS: Record<string, unknown> = {
  'projects.transactions': {
    entries: [anEntry('9', 'Ada', 'delete', 3), anEntry('7', 'Bice', 'create', 1), anEntry('5', 'Ada', 'split', 2)], // prettier-ignore
    more: true,
  },
  'projects.members': [{ userId: 'b', name: 'Bice', email: '', member: true }],
  'geometries.transactions': parcelHistory(),
};

/** Opens the history of the project or of one object. */
function historyOf(of: 'project' | 'object') {
  return (container: Container) => {
    const { project } = desk();
    const open = { ...project, autosave: { flush: () => Promise.resolve() } } as never;
    const api = { call: (({ id }: { id: string }) => Promise.resolve({ data: ANSWERS[id] })) as never };
    const history = new ProjectHistory(api, { current: open });
    const transactions = new Transactions(api, { current: open });
    bindAll(container, [
      ...atWork(open, ['geometries.read', 'geometries.restore']),
      [VIEWS, { active: undefined }],
      [PROJECT_HISTORY, history],
      [TRANSACTIONS, transactions],
    ]);
    void (of === 'project' ? history.open() : transactions.open(PARCEL));
  };
}

const meta: Meta = {
  title: 'History/Told',
  parameters: { namespaces: ['history'] },
  render: () => (
    <>
      <ProjectHistoryDialog />
      <TransactionsDialog />
    </>
  ),
};
export default meta;
type Story = StoryObj;

/** A busy machine takes its time. */
const PATIENCE = { timeout: 15_000 };

const shows =
  (text: RegExp): Story['play'] =>
  async () => {
    // The dialog's code loads on demand.
    await fetchParts();
    const found = await screen.findAllByText(text, undefined, PATIENCE);
    // The dialog fades in.
    await waitFor(() => expect(found[0]).toBeVisible(), PATIENCE);
  };

export const OfProject: Story = { parameters: { services: historyOf('project') }, play: shows(/Split/) };
export const OfProjectItalian: Story = {
  parameters: { services: historyOf('project') },
  globals: { language: 'it', theme: 'dark' },
};
export const OfObject: Story = { parameters: { services: historyOf('object') }, play: shows(/Split/) };
