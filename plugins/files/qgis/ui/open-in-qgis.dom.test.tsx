import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-aria-components';
import { expect, it, vi } from 'vitest';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import type { ObjectType, Project } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import OpenInQgis from './OpenInQgis.tsx';

const PROJECT = { id: 'p1', projectName: 'Scavi' } as Project;
const WELL = {
  ...{ id: 'w', name: 'well', title: { en: 'Wells', it: 'Pozzi' }, geometryType: 'Point', fields: [] },
  ...{ style: { stroke: '#000000', width: 1 }, icon: null, images: [], projectIds: [], version: 1 },
} as ObjectType;

async function open(call: () => Promise<unknown>) {
  const container = await servicesOf(['qgis'], [[API, { call }], [TOASTS, new Toasts()]]); // prettier-ignore
  await fetchParts();
  const user = userEvent.setup();
  const [onClose, navigate] = [vi.fn(), vi.fn()];
  render(
    <RouterProvider navigate={navigate}>
      <ServicesProvider container={container}>
        <OpenInQgis project={PROJECT} onClose={onClose} />
      </ServicesProvider>
    </RouterProvider>,
  );
  return {
    user,
    onClose,
    navigate,
    dialog: within(await screen.findByRole('dialog', { name: 'Open “Scavi” in QGIS' })),
  };
}

it('copies the addresses of the project, and leads to the tokens', async () => {
  const { user, dialog, navigate, onClose } = await open(() => Promise.resolve({ data: [WELL] }));
  await user.click(dialog.getByRole('button', { name: 'Copy the address of OGC API – Features' }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/ogcapi/p1`);
  expect(dialog.getByText(`${window.location.origin}/wfs/p1`)).toBeTruthy();
  expect(dialog.getByText(`${window.location.origin}/api/tiles/p1/{z}/{x}/{y}.mvt`)).toBeTruthy();
  await user.click(dialog.getByRole('link', { name: 'Create a token' }));
  expect(navigate.mock.calls[0]![0]).toBe('/user-preference#tokens');
  expect(onClose).toHaveBeenCalledOnce();
});

it('saves the layers of the project, or one of them, as a file', async () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  let blob: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((one) => ((blob = one as Blob), 'blob:x'));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob!.text() });
  });
  const { user, dialog } = await open(() => Promise.resolve({ data: [WELL] }));
  await user.click(await dialog.findByRole('button', { name: 'Download the layer (.qlr)' }));
  await user.click(dialog.getByRole('button', { name: 'Download Wells (.qlr)' }));
  expect(saved.map(({ name }) => name)).toEqual(['Scavi.qlr', 'Wells.qlr']);
  expect(await saved[0]!.text).toContain("typename='well'");
  vi.restoreAllMocks();
});

it('says why the layers cannot be read, and tries again', async () => {
  const call = vi.fn((): Promise<unknown> =>
    Promise.reject(new AppError('http', 'The server cannot be reached.')),
  );
  const { user, dialog } = await open(call);
  expect((await dialog.findByRole('alert')).textContent).toContain('The server cannot be reached.');
  call.mockImplementation(() => Promise.resolve({ data: [] }));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('The project has no object types yet.')).toBeTruthy();
});
