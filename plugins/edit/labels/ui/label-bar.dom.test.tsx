import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { BehaviorSubject, NEVER } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { ServicesProvider } from '#core/react';
import { selectionOf } from '#core/testing';
import { TOOLS } from '#core/tools';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { AUTOMATIC_LABELS } from '../model/automatic-labels.ts';
import { LabelBar } from './LabelBar.tsx';

afterEach(cleanup);

describe('The bar for moved labels', () => {
  it('is shown while labels are moved; of the selected ones it is offered where any was moved', async () => {
    const i18n = new I18nextService(['en']);
    await i18n.load('labels', 'core');
    const active$ = new BehaviorSubject({ id: 'labels.move' });
    const selection = selectionOf([]);
    const moved: unknown[] = [];
    const automatic = { moved, restore: vi.fn(), restoreAll: vi.fn() };
    const container = new Container();
    container.bind(I18N).toConstantValue(i18n);
    container.bind(TOOLS).toConstantValue({ active$, active: active$.value } as never);
    container.bind(PROJECTS).toConstantValue({ current: { document: { changes$: NEVER } } } as never);
    container.bind(EDIT_TARGETS).toConstantValue({ selection } as never);
    container.bind(AUTOMATIC_LABELS).toConstantValue(automatic as never);
    render(
      <ServicesProvider container={container}>
        <LabelBar />
      </ServicesProvider>,
    );
    const person = userEvent.setup();
    const selected = screen.getByRole('button', { name: 'Selected' });
    expect(selected).toHaveProperty('disabled', true);
    act(() => {
      moved.push({});
      selection.set(['a']);
    });
    await person.click(selected);
    await person.click(screen.getByRole('button', { name: 'All' }));
    expect([automatic.restore.mock.calls.length, automatic.restoreAll.mock.calls.length]).toEqual([1, 1]);
    act(() => active$.next({ id: 'modify.move' }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
