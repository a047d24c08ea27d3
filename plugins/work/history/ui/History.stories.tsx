import type { Meta, StoryObj } from '@storybook/react-vite';
import { BehaviorSubject, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import type { Container } from 'inversify';
import type { AutosaveState, Conflict } from '#core/autosave';
import type { MapObject } from '#core/document';
import { PROJECTS } from '#core/project';
import type { Position } from '#core/protocol';
import { fetchParts } from '#core/react';
import { desk, object } from '#core/testing';
import { SELECTION } from '#plugins/work/selection/api';
import { CONFLICTS, Conflicts } from '../model/conflicts.ts';
import { AutosaveStatus } from './AutosaveStatus.tsx';
import ConflictDialog from './ConflictDialog.tsx';

const QUIET: AutosaveState = {
  queued: 0,
  isSaving: false,
  error: undefined,
  deviceProblem: undefined,
  isStored: true,
  retryAt: undefined,
  savedAt: undefined,
  conflicts: [],
  refused: [],
};

const parcel = (corner: Position, properties: Record<string, unknown>): MapObject =>
  object(
    'e1c7a2b0-0000-4000-8000-000000000000',
    { type: 'Polygon', coordinates: [[[9, 45], [9.001, 45], corner, [9, 45.001], [9, 45]]] },
    { typeName: 'parcel', properties },
  );
const CONFLICT: Conflict = {
  id: 'e1c7a2b0-0000-4000-8000-000000000000',
  base: parcel([9.001, 45.001], { number: '303', use: 'field' }),
  local: parcel([9.0013, 45.0012], { number: '303', use: 'meadow' }),
  remote: parcel([9.001, 45.001], { number: '304', use: 'orchard' }),
  remoteRecord: { version: 2 },
};

/** Binds a project in this saving state. */
function saving(state: Partial<AutosaveState>) {
  return (container: Container) => {
    const state$ = new BehaviorSubject<AutosaveState>({ ...QUIET, ...state });
    const autosave = {
      state$,
      state: state$.value,
      resolve: () => state$.next(QUIET),
      flush: () => Promise.resolve(),
    };
    const project = { ...desk().project, autosave };
    container.bind(PROJECTS).toConstantValue({ current: project, current$: of(project) } as never);
    container.bind(CONFLICTS).toConstantValue(new Conflicts());
    container.bind(SELECTION).toConstantValue({ set: () => undefined } as never);
  };
}

const meta: Meta = {
  title: 'History/Saving',
  parameters: { namespaces: ['history'] },
  render: () => (
    <>
      <AutosaveStatus />
      <ConflictDialog />
    </>
  ),
};
export default meta;
type Story = StoryObj;

export const Saved: Story = { parameters: { services: saving({}) } };
export const Unsaved: Story = { parameters: { services: saving({ queued: 3 }) } };
export const Failed: Story = {
  parameters: { services: saving({ queued: 3, error: 'The server cannot be reached.' }) },
};
export const InConflict: Story = {
  parameters: { services: saving({ queued: 1, conflicts: [CONFLICT] }) },
  play: async ({ canvasElement }) => {
    // The dialog's code loads on demand.
    await fetchParts();
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /1 confli/ }));
    const dialog = await within(document.body).findByRole('dialog', undefined, { timeout: 15_000 });
    await expect(within(dialog).getAllByRole('radio')).toHaveLength(6);
  },
};
export const InConflictItalian: Story = { ...InConflict, globals: { language: 'it', theme: 'dark' } };
