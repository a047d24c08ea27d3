import { describe, expect, it } from 'vitest';
import { Lifetime } from './disposable.ts';

describe('Lifetime', () => {
  it('closes what was opened in reverse order, once', () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add({ dispose: () => closed.push('second') });
    lifetime.add({ unsubscribe: () => closed.push('third') });
    lifetime.dispose();
    lifetime.dispose();
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('closes all the rest when one fails, and then says so', () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add(() => {
      throw new Error('stuck');
    });
    expect(() => lifetime.dispose()).toThrow(AggregateError);
    expect(closed).toEqual(['first']);
  });

  it('closes at once what is added after closing', () => {
    let closed = false;
    const lifetime = new Lifetime();
    lifetime.dispose();
    lifetime.add(() => {
      closed = true;
    });
    expect(closed).toBe(true);
  });

  it('waits for each before it closes the next, and closes all when one fails', async () => {
    const closed: string[] = [];
    const lifetime = new Lifetime();
    lifetime.add(() => closed.push('first'));
    lifetime.add(() => Promise.reject(new Error('stuck')));
    lifetime.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      closed.push('third');
    });
    await expect(lifetime.disposeAsync()).rejects.toThrow(AggregateError);
    expect(closed).toEqual(['third', 'first']);
    await lifetime.disposeAsync();
    expect(closed).toHaveLength(2);
  });
});
