import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BehaviorSubject, of } from 'rxjs';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import { HOST } from '#core/plugin';
import { addExternalLayer, allowLayerServer, listContacts, listExternalLayers } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import manifest from '../manifest.ts';
import { EXTERNAL_LAYERS, ProjectExternalLayers } from '../model/project-external-layers.ts';
import { AddLayerDialog } from './AddLayerDialog.tsx';

afterEach(cleanup);
beforeAll(() => fetchParts());

const CADASTRE = 'wms.cartografia.agenziaentrate.gov.it';

/** The dialog of a person with rights, on a server that allows no other one yet; adds the cadastre. */
async function addingCadastre(authorizations: readonly string[]) {
  let isAllowed = false;
  const call = vi.fn((spec: object, _request?: object): Promise<{ data: unknown }> => {
    if (spec === allowLayerServer) isAllowed = true;
    if (spec === addExternalLayer && !isAllowed)
      return Promise.reject(
        new AppError('http', 'Layers are not allowed.', { status: 403, cause: { server: CADASTRE } }),
      );
    const contacts = [{ name: 'Ada', email: 'ada@groma.test' }];
    return Promise.resolve({
      data: spec === listContacts ? contacts : spec === listExternalLayers ? [] : undefined,
    });
  });
  const api = { call } as never;
  const current = { project: { id: 'a' } } as never;
  const layers = new ProjectExternalLayers({
    api,
    projects: { current, current$: new BehaviorSubject(current) },
    storage: undefined,
    readers: { here: undefined, load: () => Promise.reject(new Error('no readers')) },
  });
  const me = { organizationId: 'o', authorizations };
  const session = { me, me$: new BehaviorSubject(me) } as never;
  const offered = manifest.layerSources!.map((source) => ({ ...source, plugin: manifest.id }));
  const host = { current: () => offered, contributions: () => of(offered) };
  const container = await servicesOf(
    ['external-layers'],
    [[EXTERNAL_LAYERS, layers], [SESSION, session], [API, api], [HOST, host]], // prettier-ignore
  );
  const onClose = vi.fn();
  render(
    <ServicesProvider container={container}>
      <AddLayerDialog onClose={onClose} />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: /^Italian cadastre/ }));
  await user.click(screen.getByRole('button', { name: 'Add layer' }));
  await screen.findByText('Layers are not allowed.');
  const callsOf = (wanted: object) =>
    call.mock.calls.filter(([spec]) => spec === wanted).map(([, request]) => request);
  return { user, onClose, callsOf, layers };
}

describe('A layer of a server that the organization does not allow', () => {
  it('is added after an administrator has allowed the server in the dialog', async () => {
    const { user, onClose, callsOf, layers } = await addingCadastre([
      'geometries.read',
      'admin.organizations',
    ]);
    await user.click(screen.getByRole('button', { name: `Allow ${CADASTRE}` }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(callsOf(allowLayerServer)).toEqual([{ body: { name: CADASTRE } }]);
    expect(callsOf(addExternalLayer)).toHaveLength(2);
    layers.dispose();
  });

  it('names to others whom they ask, with a letter that is begun', async () => {
    const { callsOf, layers } = await addingCadastre(['geometries.read']);
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull();
    const link = await screen.findByRole('link', { name: 'ada@groma.test' });
    expect(decodeURIComponent(link.getAttribute('href')!)).toContain(`layer from ${CADASTRE}`);
    expect(callsOf(listContacts)[0]).toMatchObject({ query: { about: 'layer-servers' } });
    layers.dispose();
  });
});
