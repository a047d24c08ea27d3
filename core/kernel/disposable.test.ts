import { describe, expect, it } from 'vitest';
import { Lifetime } from './disposable.ts';

describe('Lifetime', () => {
  it('disposes in reverse order, once', () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add({ dispose: () => closed.push('second') });
    lifetime.add({ unsubscribe: () => closed.push('third') });
    lifetime.dispose();
    lifetime.dispose();
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('disposes all the rest if one fails, and then throws', () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add(() => {
      throw new Error('stuck');
    });
    expect(() => lifetime.dispose()).toThrow(AggregateError);
    expect(closed).toEqual(['first']);
  });

  it('disposes at once what is added after its end', () => {
    let closed = false;
    const lifetime = new Lifetime();
    lifetime.dispose();
    lifetime.add(() => {
      closed = true;
    });
    expect(closed).toBe(true);
  });

  it('waits for each before disposing the next, and disposes all if one fails', async () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add(() => Promise.reject(new Error('stuck')));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    lifetime.add(() => released.then(() => closed.push('third')));
    const disposed = lifetime.disposeAsync();
    await Promise.resolve();
    expect(closed).toEqual([]);
    release();
    await expect(disposed).rejects.toThrow(AggregateError);
    expect(closed).toEqual(['third', 'first']);
    await lifetime.disposeAsync();
    expect(closed).toHaveLength(2);
  });
});
