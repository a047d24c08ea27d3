import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { PROMPTED_VALUES } from '../model/new-values.ts';
import { questionFor } from './testing/question.ts';
import NewValuesDialog from './NewValuesDialog.tsx';

afterEach(cleanup);

async function shown(count: number) {
  await fetchParts();
  const [answer, close] = [vi.fn(), vi.fn()];
  const request = { question: questionFor(count), answer, close };
  const container = await servicesOf(['attributes'], [[PROMPTED_VALUES, request]]);
  render(
    <ServicesProvider container={container}>
      <NewValuesDialog />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  const goOn = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  return { answer, close, goOn, user, fields: screen.getAllByRole<HTMLInputElement>('textbox') };
}

describe('The dialog for unique values', () => {
  it('accepts the proposals', async () => {
    const { answer, goOn } = await shown(2);
    await goOn();
    expect(answer).toHaveBeenCalledWith(['12/1', '12/2']);
  });

  it('says which values are not allowed, and accepts other ones', async () => {
    const { answer, user, fields, goOn } = await shown(2);
    await user.clear(fields[0]!);
    await user.type(fields[0]!, '12');
    await user.clear(fields[1]!);
    await goOn();
    expect(screen.getByText(/^Another object already has this value/)).toBeDefined();
    expect(screen.getByText(/^Enter a value./)).toBeDefined();
    expect(answer).not.toHaveBeenCalled();
    await user.clear(fields[0]!);
    await user.type(fields[0]!, '13');
    await user.type(fields[1]!, '13');
    await goOn();
    expect(screen.getByText(/^This value is entered twice/)).toBeDefined();
    await user.type(fields[1]!, 'b');
    await goOn();
    expect(answer).toHaveBeenCalledWith(['13', '13b']);
  });

  it('shows the first of very many, and uses the proposals for the rest', async () => {
    const { answer, user, fields, close, goOn } = await shown(500);
    expect(fields).toHaveLength(30);
    expect(screen.getByText('470 more objects get the next free values.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledOnce();
    await goOn();
    expect(answer.mock.calls[0]![0][499]).toBe('12/500');
  });
});
