import { describe, expect, it } from 'vitest';
import { Toasts } from './toasts.ts';

describe('Toasts', () => {
  it('keeps what is told in order, until it is closed', () => {
    const toasts = new Toasts();
    toasts.show('success', 'Copied.');
    const failed = toasts.show('error', 'The server cannot be reached.');
    expect(toasts.shown.map(({ message }) => message)).toEqual(['Copied.', 'The server cannot be reached.']);
    failed.dispose();
    failed.dispose();
    expect(toasts.shown.map(({ message }) => message)).toEqual(['Copied.']);
  });

  it('tells the same sentence once, the newer time', () => {
    const toasts = new Toasts();
    toasts.show('info', 'Saved.');
    const first = toasts.shown[0]!.id;
    toasts.show('info', 'Saved.');
    expect(toasts.shown).toHaveLength(1);
    expect(toasts.shown[0]!.id).not.toBe(first);
  });
});
