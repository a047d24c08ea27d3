import { EMPTY, of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import {
  deleteExport,
  exportSheet,
  getJob,
  type CallSpec,
  type ExportResult,
  type Job,
  type SheetRequest,
} from '#core/protocol';
import { DEFAULT_LAYOUT, planSheet } from '#core/sheets';
import { SheetPrint } from './sheet-print.ts';

const RESULT: ExportResult = {
  id: 'e',
  kind: 'sheet',
  nameZip: 'demo-sheet.pdf',
  size: 4,
  count: 1,
  files: ['demo.pdf'],
  notes: [],
};

function printing(job: Partial<Job> = { state: 'done', result: RESULT }) {
  const request: SheetRequest = {
    layout: DEFAULT_LAYOUT,
    frames: [{ centre: [12, 42], rotation: 0 }],
    atlas: { kind: 'objects', typeName: 'parcel', fit: true },
    format: 'pdf',
  };
  const desk = { request, projectId: 'p', plan: planSheet(DEFAULT_LAYOUT, 1) };
  const call = vi.fn((spec: CallSpec, _options?: { body?: SheetRequest }): Promise<{ data: unknown }> => {
    if (spec === exportSheet) return Promise.resolve({ data: { jobId: 'j' } });
    if (spec === getJob) return Promise.resolve({ data: { id: 'j', progress: 1, message: '', ...job } });
    return Promise.resolve({ data: undefined });
  });
  const bytes = vi.fn(() => Promise.resolve({ data: new ArrayBuffer(4) }));
  const live = { on: () => EMPTY, state$: of('live') };
  const print = new SheetPrint({ call, bytes } as never, live as never, desk);
  const asked = () =>
    call.mock.calls.filter(([spec]) => spec === exportSheet).map(([, options]) => options!.body!);
  return { print, desk, call, asked };
}

describe('A sheet that is made', () => {
  beforeEach(() => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is handed over with its name', async () => {
    const { print, asked } = printing();
    const made = await print.make();
    expect(made).toMatchObject({ name: 'demo-sheet.pdf' });
    expect(made!.content.size).toBe(4);
    expect(print.result).toEqual(RESULT);
    expect(asked()[0]).toMatchObject({ format: 'pdf', atlas: { typeName: 'parcel' } });
    expect(print.isBusy).toBe(false);
  });

  it('says why it failed, in the words of the server', async () => {
    const { print } = printing({ state: 'failed', error: 'Nothing is in the frames.' });
    expect(await print.make()).toBeUndefined();
    expect(print.error).toBe('Nothing is in the frames.');
  });

  it('is shown before as one small picture, which the server does not keep', async () => {
    const { print, asked, call } = printing();
    await print.look();
    const [body] = asked();
    // 1100 pixels on 420 mm.
    expect(body).toMatchObject({ format: 'png', dpi: Math.round(1100 / (420 / 25.4)), preview: true });
    expect(body).not.toHaveProperty('atlas');
    expect(call).toHaveBeenCalledWith(deleteExport, { params: { id: 'e' } });
    expect(print.preview).toBe('blob:1');
  });

  it('is shown also when the server cannot delete its picture, which is said', async () => {
    const { print, call } = printing();
    const usual = call.getMockImplementation()!;
    call.mockImplementation((spec, options) =>
      spec === deleteExport
        ? Promise.reject(new AppError('http', 'The export is being read.', { status: 409 }))
        : usual(spec, options),
    );
    await print.look();
    expect(print.preview).toBe('blob:1');
    expect(print.error).toBe('The export is being read.');
  });

  it('does not look at the sheet as long as there is no preview', () => {
    const { print, desk } = printing();
    const request = vi.fn();
    Object.defineProperty(desk, 'request', { get: request });
    expect(print.preview).toBeUndefined();
    expect(request).not.toHaveBeenCalled();
  });

  it('is no longer the one of the preview when it was changed, but is in another format', async () => {
    const { print, desk } = printing();
    await print.look();
    desk.request = { ...desk.request, format: 'png', dpi: 600 };
    expect(print.preview).toBe('blob:1');
    desk.request = { ...desk.request, layout: { ...DEFAULT_LAYOUT, scale: 1000 } };
    expect(print.preview).toBeUndefined();
  });

  it('is asked for once at a time', async () => {
    const { print, asked } = printing();
    await Promise.all([print.make(), print.look()]);
    expect(asked()).toHaveLength(1);
  });

  it('is told when the server refuses it', async () => {
    const { print, call } = printing();
    call.mockImplementationOnce(() =>
      Promise.reject(new AppError('http', 'The project is gone.', { status: 404 })),
    );
    await print.make();
    expect(print.error).toBe('The project is gone.');
  });
});
