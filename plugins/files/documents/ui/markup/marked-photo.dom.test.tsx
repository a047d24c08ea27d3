import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { saveMarks, type PictureMark } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { Toasts, TOASTS } from '#core/toasts';
import { API } from '#core/api';
import { MARKING_OF } from '../../api.ts';
import { DOCUMENT_LIST } from '../../model/document-list.ts';
import { PictureMarkings } from '../../model/picture-marking.ts';
import { PHOTO } from '../testing/shelf.ts';
import { MarkedPhoto } from './MarkedPhoto.tsx';

afterEach(cleanup);

it('an arrow is drawn over a photo by dragging and saved, and removed by keyboard', async () => {
  let marks: readonly PictureMark[] = [];
  const call = vi.fn(
    async ({ id }: { id: string }, { body }: { body?: { marks: readonly PictureMark[] } }) => {
      if (id === saveMarks.id) marks = body!.marks;
      const stored = marks.map((mark) => ({ ...mark, by: 'Anna', at: '2026-05-04T10:00:00Z', content: 1 }));
      return { data: { id: PHOTO.id, version: 1, content: 1, marks: stored } };
    },
  );
  const api = { call, bytes: async () => ({ data: new ArrayBuffer(0) }) } as never;
  const container = await servicesOf(
    ['documents'],
    [
      [API, api],
      [DOCUMENT_LIST, {}],
      [TOASTS, new Toasts()],
      [MARKING_OF, new PictureMarkings(api).of],
    ],
  );
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }),
  );
  // The picture is as large as it is drawn.
  vi.stubGlobal(
    'DOMPoint',
    class {
      constructor(
        readonly x: number,
        readonly y: number,
      ) {}
      matrixTransform = () => ({ x: this.x, y: this.y });
    },
  );
  render(
    <ServicesProvider container={container}>
      <MarkedPhoto file={PHOTO} mayWrite />
    </ServicesProvider>,
  );
  const picture = await screen.findByAltText(PHOTO.name);
  for (const [side, pixels] of [
    ['naturalWidth', 400],
    ['naturalHeight', 200],
  ] as const)
    Object.defineProperty(picture, side, { value: pixels });
  fireEvent.load(picture);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Arrow' }));
  const surface = screen.getByRole('img', { name: '0 marks over the picture' });
  Object.assign(surface, { getScreenCTM: () => ({ inverse: () => ({}) }), setPointerCapture: () => {} });
  fireEvent.pointerDown(surface, { clientX: 40, clientY: 20 });
  fireEvent.pointerMove(surface, { clientX: 200, clientY: 100 });
  fireEvent.pointerUp(surface);
  expect(screen.getByRole('listitem').textContent).toContain('not saved yet');
  await user.click(screen.getByRole('button', { name: 'Save the marks' }));
  expect((await screen.findByText(/Anna/)).textContent).toContain('Anna');
  expect(marks).toMatchObject([{ kind: 'arrow', points: [[0.1, 0.1], [0.5, 0.5]] }]); // prettier-ignore
  screen.getByRole('button', { name: 'Remove the mark' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listitem')).toBeNull();
});
