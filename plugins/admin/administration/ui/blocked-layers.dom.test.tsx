import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API, type Api } from '#core/api';
import { layerOfTileset, listAttributes } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { BlockedLayers } from './BlockedLayers.tsx';

afterEach(cleanup);

const SET = '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c01';
const GONE = layerOfTileset('6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c02');

describe('The blocked layers of a user', () => {
  it('are object types, sets of 3D Tiles by name, and viewers; entries that no longer exist can be unblocked', async () => {
    const call = (made: unknown) =>
      Promise.resolve({
        data:
          made === listAttributes ? [{ name: 'pole', title: { en: 'Poles' } }] : [{ id: SET, name: 'Town' }],
      });
    const changed = vi.fn();
    const api = { call } as unknown as Api;
    const container = await servicesOf(['administration'], [[API, api]]);
    render(
      <ServicesProvider container={container}>
        <BlockedLayers value={[GONE]} onChange={changed} />
      </ServicesProvider>,
    );
    const sets = await screen.findByRole('group', { name: '3D Tiles' });
    await userEvent.click(within(sets).getByRole('checkbox', { name: 'Town' }));
    expect(changed).toHaveBeenLastCalledWith([GONE, layerOfTileset(SET)]);
    const types = screen.getByRole('group', { name: 'Object types' });
    expect(within(types).getByRole('checkbox', { name: 'Poles' })).toHaveProperty('checked', false);
    await userEvent.click(within(types).getByRole('checkbox', { name: GONE }));
    expect(changed).toHaveBeenLastCalledWith([]);
  });
});
