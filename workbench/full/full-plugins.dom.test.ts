import { Container, ContainerModule } from 'inversify';
import { describe, expect, it, vi } from 'vitest';
import type { UsedPlugin } from '#core/plugin';
import { DOORS_KEY } from './doors.ts';
import { FullPlugins } from './full-plugins.ts';

const plugin = (imports: Record<string, string[]>) =>
  ({
    id: 'uuid',
    granted: ['store'],
    manifest: {
      id: 'acme-full',
      version: '1.0.0',
      title: { en: 'Full', it: 'Pieno' },
      imports,
      files: { 'entry.js': 'abc' },
    },
  }) as unknown as UsedPlugin;

function stage(module: object) {
  const show = vi.fn();
  const i18n = {
    language: 'en' as const,
    t: (key: string, values = {}) => `${key} ${JSON.stringify(values)}`,
  };
  const importCode = vi.fn((_address: string) => Promise.resolve(module));
  const page = { adoptedStyleSheets: [] as CSSStyleSheet[] };
  return { show, importCode, page, full: new FullPlugins(i18n, { show }, { page, importCode }) };
}
const shared = () => (globalThis as unknown as Record<symbol, Record<string, object>>)[Symbol.for(DOORS_KEY)];

describe('full plugins', () => {
  it('get what they import of Groma, and no second copy of it', async () => {
    const module = new ContainerModule(({ bind }) => void bind('acme-full.Panel').toConstantValue('panel'));
    const { full, importCode } = stage({ default: module });
    const code = await full.codeOf(plugin({ '#core/kernel': ['AppError'], inversify: ['ContainerModule'] }));
    const container = new Container();
    container.load(code.default);
    expect(container.get('acme-full.Panel')).toBe('panel');
    expect(container.get('acme-full.self')).toEqual({ id: 'uuid', version: '1.0.0', granted: ['store'] });
    expect(importCode).toHaveBeenCalledWith(
      expect.stringMatching(/^\/extensions\/abc\/full\.js\?start=\d+$/),
    );
    expect((shared()!['inversify'] as { ContainerModule: unknown }).ContainerModule).toBe(ContainerModule);
  });

  it('are refused before their code is loaded where Groma lacks what they import', async () => {
    const { full, importCode } = stage({});
    const lacking = plugin({
      '#core/kernel': ['AppError', 'Gone'],
      '#core/testing': ['desk'],
      constructor: ['x'],
    });
    await expect(full.codeOf(lacking)).rejects.toThrow(
      /full\.lacks.*#core\/kernel Gone, #core\/testing, constructor/,
    );
    expect(importCode).not.toHaveBeenCalled();
  });

  it('are ended with their styles, and say so; each start is another module', async () => {
    const dispose = vi.fn();
    const { full, page, show, importCode } = stage({
      default: new ContainerModule(() => undefined),
      styles: '.acme { color: red }',
      dispose,
    });
    const used = plugin({});
    await full.codeOf(used);
    await full.codeOf(used);
    expect(page.adoptedStyleSheets).toHaveLength(1);
    full.keep([used]);
    full.keep([]);
    await expect.poll(() => show.mock.lastCall).toEqual(['info', expect.stringContaining('full.ended')]);
    expect([dispose.mock.calls.length, page.adoptedStyleSheets.length]).toEqual([1, 0]);
    await full.codeOf(used);
    expect(importCode.mock.calls[1]![0]).not.toBe(importCode.mock.calls[0]![0]);
    full.keep([plugin({ '#core/kernel': ['AppError'] })]);
    await expect.poll(() => show.mock.lastCall).toEqual(['info', expect.stringContaining('full.replaced')]);
  });

  it('that cannot be ended or have no module are said', async () => {
    await expect(stage({}).full.codeOf(plugin({}))).rejects.toThrow(/full\.no-module/);
    const { full, show } = stage({
      default: new ContainerModule(() => undefined),
      dispose: () => {
        throw new Error('Stuck.');
      },
    });
    await full.codeOf(plugin({}));
    full.keep([]);
    await expect
      .poll(() => show.mock.lastCall)
      .toEqual(['error', expect.stringMatching(/full\.not-ended.*Stuck\./)]);
  });
});
