import { act, cleanup, render, screen } from '@testing-library/react';
import { Container } from 'inversify';
import { makeAutoObservable } from 'mobx';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N } from '#core/i18n';
import { serviceToken } from '#core/kernel';
import { TOASTS, Toasts } from '#core/toasts';
import { dialogOnDemand, type DialogModel } from './dialog-on-demand.ts';
import { ServicesProvider } from './services.tsx';

afterEach(cleanup);

const NOTES = serviceToken<DialogModel>('test.Notes');
class Notes implements DialogModel {
  isOpen = false;

  constructor() {
    makeAutoObservable(this);
  }

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }
}

function shown(load: Parameters<typeof dialogOnDemand>[1]): Notes {
  const notes = new Notes();
  const container = new Container();
  container.bind(NOTES).toConstantValue(notes);
  container.bind(TOASTS).toConstantValue(new Toasts());
  container.bind(I18N).toConstantValue({ t: (key: string) => key } as never);
  const NotesDialog = dialogOnDemand(NOTES, load);
  render(
    <ServicesProvider container={container}>
      <NotesDialog />
    </ServicesProvider>,
  );
  return notes;
}

describe('A dialog whose code is loaded on demand', () => {
  it('is shown while its model is open', async () => {
    const notes = shown(async () => ({ default: () => <p>Notes</p> }));
    expect(screen.queryByText('Notes')).toBeNull();
    act(() => notes.open());
    expect(await screen.findByText('Notes')).toBeTruthy();
    act(() => notes.close());
    expect(screen.queryByText('Notes')).toBeNull();
  });

  it('closes its model if it cannot be loaded', async () => {
    const notes = shown(() => Promise.reject(new TypeError('Failed to fetch')));
    act(() => notes.open());
    await expect.poll(() => notes.isOpen).toBe(false);
  });
});
