import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { API } from '#core/api';
import type { CloudImage } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { PhotosDialog } from './PhotosDialog.tsx';

afterEach(cleanup);

const photo = (name: string, more: Partial<CloudImage> = {}) =>
  ({
    id: name,
    name,
    version: 1,
    position: null,
    heading: null,
    pitch: null,
    roll: null,
    ...more,
  }) as CloudImage;

async function open(images: readonly CloudImage[], mayWrite = true) {
  const sent: { id: string; body?: unknown; files?: readonly File[] }[] = [];
  const call = async ({ id }: { id: string }, request: Omit<(typeof sent)[number], 'id'>) => {
    sent.push({ id, ...request });
    if (id === 'pointcloud.images') return { data: request.files!.map(({ name }) => photo(name)) };
    if (id === 'pointcloud.imagesMetadata') return { data: { changed: 1, unknown: ['b.jpg'] } };
    return { data: { images } };
  };
  const bytes = () => new Promise(() => {});
  await fetchParts();
  const container = await servicesOf(['clouds'], [[API, { call, bytes }]]);
  const { container: page } = render(
    <ServicesProvider container={container}>
      <PhotosDialog cloud={{ id: 'c', name: 'Quarry' }} mayWrite={mayWrite} onClose={() => {}} />
    </ServicesProvider>,
  );
  const inputs = () => [...page.ownerDocument.querySelectorAll<HTMLInputElement>('input[type=file]')];
  return { user: userEvent.setup({ applyAccept: false }), sent, inputs };
}

describe('The photos of a point cloud', () => {
  it('say how their cameras stood, and which have no position', async () => {
    await open([photo('a.jpg', { position: [12.5, 41.9, 30], heading: 270 }), photo('b.jpg')], false);
    const cards = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(cards).toEqual([
      'a.jpg41.900000, 12.500000 · height 30.0 m · heading 270.0°',
      'b.jpgPosition not known',
    ]);
    expect(screen.queryByText('Poses from a table…')).toBeNull();
  });

  it('are sent twenty at a time', async () => {
    const { user, sent, inputs } = await open([]);
    await screen.findByText(/^No photos yet/);
    const files = Array.from({ length: 23 }, (_, i) => new File(['x'], `${i}.jpg`));
    await user.upload(inputs()[0]!, files);
    expect(await screen.findAllByRole('listitem')).toHaveLength(23);
    const portions = sent.filter(({ id }) => id === 'pointcloud.images');
    expect(portions.map((each) => each.files!.length)).toEqual([20, 3]);
  });

  it('take poses from a table, and name photos that are not there', async () => {
    const { user, sent, inputs } = await open([photo('a.jpg')]);
    await screen.findByText('a.jpg');
    const table = (text: string) => new File([text], 'poses.csv');
    await user.upload(inputs()[1]!, table('name,heading\na.jpg,north'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Line 2: “north”/);
    await user.upload(inputs()[1]!, table('name,heading\na.jpg,90\nb.jpg,80'));
    await screen.findByText('The pose of one photo is set. One name belongs to no photo here: b.jpg.');
    expect(sent.filter(({ id }) => id === 'pointcloud.imagesMetadata').map(({ body }) => body)).toEqual([
      [
        { name: 'a.jpg', heading: 90 },
        { name: 'b.jpg', heading: 80 },
      ],
    ]);
  });
});
