import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { ServicesProvider } from '#core/react';
import { TOOLS } from '#core/tools';
import { VERTEX_EDITING, VertexEditing } from '../model/vertex-editing.ts';
import { SharedSwitch } from './SharedSwitch.tsx';

afterEach(cleanup);

describe('The switch for shared vertices', () => {
  it('is shown over the map only while vertices are edited', async () => {
    const i18n = new I18nextService(['en']);
    await i18n.load('modify', 'core');
    const active$ = new BehaviorSubject({ id: 'modify.vertices' });
    const editing = new VertexEditing(() => false);
    const container = new Container();
    container.bind(I18N).toConstantValue(i18n);
    container.bind(TOOLS).toConstantValue({ active$, active: active$.value } as never);
    container.bind(VERTEX_EDITING).toConstantValue(editing);
    render(
      <ServicesProvider container={container}>
        <SharedSwitch />
      </ServicesProvider>,
    );
    await userEvent.setup().click(screen.getByRole('switch', { name: 'Shared vertices' }));
    expect(editing.shared).toBe(true);
    act(() => active$.next({ id: 'modify.move' }));
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
