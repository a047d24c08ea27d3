import { expect, it } from 'vitest';
import { MAX_REWRITTEN, type FieldEffects } from '#core/protocol';
import { refuseEffects } from './fields.ts';

const effects = (more: Partial<FieldEffects>): FieldEffects => ({
  objects: 0,
  lost: 0,
  elsewhere: 0,
  rewritten: 0,
  effects: [],
  ...more,
});

it('refuses a change of fields that stores too many objects again, or loses more than was confirmed', () => {
  expect(() => refuseEffects(effects({ rewritten: MAX_REWRITTEN, lost: 2 }), 2)).not.toThrow();
  expect(() => refuseEffects(effects({ rewritten: MAX_REWRITTEN + 1 }), 0)).toThrow(
    expect.objectContaining({ status: 409, key: 'attributes.values-many' }) as Error,
  );
  expect(() => refuseEffects(effects({ lost: 2 }), 1)).toThrow(
    expect.objectContaining({ status: 409, key: 'attributes.values-lost' }) as Error,
  );
  expect(() => refuseEffects(effects({ elsewhere: 1 }), 0)).toThrow(
    expect.objectContaining({ status: 409, key: 'attributes.values-elsewhere' }) as Error,
  );
});
