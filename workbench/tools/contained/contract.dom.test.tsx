import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { of } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '#core/kernel';
import { packageManifest } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { searchResults, type Block } from '../../../plugins/work/outside-plugins/model/messages.ts';
import { panelOf } from '../../../plugins/work/outside-plugins/ui/DeclaredPanel.tsx';
import { packExample } from './testing/pack-example.ts';
import type { Situation, Tested } from './testing/fake-project.ts';
import { eventsOf, stageFor } from './testing/stage.ts';
import type { PluginStory } from './stories.ts';

/** Where `groma-plugin test` has packed a plugin; without it, those of the documents are held against the contract. */
const PACKED = process.env['GROMA_PLUGIN_PACKED'];
const EXAMPLES = ['tools', 'files', 'page'] as const;

describe.each(PACKED === undefined ? EXAMPLES : ['yours'])(
  'The contract of a plugin, kept by %s',
  (which) => {
    const folder = mkdtempSync(join(tmpdir(), 'groma-contract-'));
    const packed = PACKED ?? join(folder, 'packed');
    const opened: { host: { end(): Promise<void> } }[] = [];
    let tested: Tested;

    beforeAll(() => {
      if (PACKED === undefined) packExample(which, packed);
      const text = (name: string) => readFileSync(join(packed, name), 'utf8');
      tested = { manifest: packageManifest.parse(JSON.parse(text('manifest.json'))), code: text('entry.js') };
    });
    afterAll(async () => {
      await Promise.all(opened.map(({ host }) => host.end()));
      rmSync(folder, { recursive: true, force: true });
    });
    async function stage(situation: Situation = {}) {
      const made = await stageFor(tested, situation);
      opened.push(made);
      return made;
    }

    it('loads, and handles all that its manifest declares', async () => {
      const { host, send, calls, refused, shown } = await stage();
      for (const event of eventsOf(tested.manifest)) {
        const before = calls.length;
        expect(await send(event), `${event.name} of ${event.of}`).toBeUndefined();
        expect(calls.length, `${event.name} of ${event.of} does nothing`).toBeGreaterThan(before);
        if (event.name === 'opened')
          expect([...shown.keys()], 'panels that show something').toContain(event.of);
      }
      expect(refused).toEqual([]);
      expect(host.faults).toEqual([]);
    });

    it.each<[string, Situation]>([
      ['nothing is granted', { granted: [] }],
      ['the role may not change objects', { authorizations: [] }],
      ['every object type is blocked', { isBlocked: true }],
      ['no project is open', { noProject: true }],
    ])('changes nothing and goes on where %s', async (_what, situation) => {
      const { host, send, isUnchanged } = await stage(situation);
      for (const event of eventsOf(tested.manifest)) await send(event);
      expect(isUnchanged()).toBe(true);
      expect(host.faults).toEqual([]);
    });

    it('shows each of its stories', async () => {
      const stories = JSON.parse(readFileSync(join(packed, 'stories.json'), 'utf8')) as PluginStory[];
      for (const { name, shows, ...situation } of stories) {
        const { send, shown, refused } = await stage(situation);
        expect(await send({ name: 'opened', of: shows }), name).toBeUndefined();
        expect([...shown.keys()], `the story ${name} shows`).toEqual([shows]);
        expect(refused, name).toEqual([]);
      }
    });

    it('leaves no timer once everything is handled, and ends', async () => {
      const { host, send } = await stage();
      for (const event of eventsOf(tested.manifest)) await send(event);
      await expect.poll(() => host.timers()).toBe(0);
      await host.end();
    });

    it('speaks English and Italian', async () => {
      const texts = async (language: 'en' | 'it') => {
        const { send, shown } = await stage({ language });
        for (const event of eventsOf(tested.manifest)) await send(event);
        return [...shown].map(([panel, blocks]) => ({ panel, words: wordsOf(blocks).join('\n') }));
      };
      const [english, italian] = [await texts('en'), await texts('it')];
      for (const [n, { panel, words }] of english.entries())
        expect(italian[n]?.words, `${panel} shows the same in Italian`).not.toBe(words);
    });

    it('shows what everybody can use: axe finds nothing, and Tab reaches every control', async () => {
      const { send, shown } = await stage();
      for (const event of eventsOf(tested.manifest)) await send(event);
      const services = await servicesOf(['outside-plugins'], []);
      for (const [panel, blocks] of shown) {
        const running = { panel$: () => of({ blocks, problem: undefined }), send: () => Promise.resolve() };
        const Panel = panelOf(running as never, panel);
        const { container } = render(
          <ServicesProvider container={services}>
            <main>
              <Panel />
            </main>
          </ServicesProvider>,
        );
        const { violations } = await axe.run(container, {
          // Without styles there are no colours, and a closed section is seen; headings begin below that of the panel.
          rules: Object.fromEntries(
            ['color-contrast', 'aria-hidden-focus', 'heading-order'].map((id) => [id, { enabled: false }]),
          ),
        });
        expect(violations.map(({ id, help }) => `${panel}: ${id}, ${help}`)).toEqual([]);
        const controls = ['button', 'textbox', 'checkbox'].flatMap((role) => screen.queryAllByRole(role));
        const reached = new Set<Element | null>();
        for (let n = 0; n < 4 * controls.length + 4; n++) {
          await userEvent.tab();
          reached.add(document.activeElement);
        }
        const missed = controls
          .filter((control) => !reached.has(control))
          .map(({ textContent }) => textContent);
        expect(missed, `${panel}: not reached by Tab`).toEqual([]);
        cleanup();
      }
    });

    it('refuses a file that is none of its format, and reads those that it writes', async () => {
      const { importers, exporters } = tested.manifest;
      const { host, broker, send, objects } = await stage();
      const exchange = async (name: 'import' | 'export', of: string, more: object) => {
        const file = newUuid();
        const [added, written]: [unknown[], (string | Uint8Array)[]] = [[], []];
        broker.openFile(file, {
          add: (values) => void added.push(...values.objects),
          write: (part) => void written.push(part),
        });
        return { problem: await send({ name, of, file, ...more }), added, written };
      };
      const bytes = new TextEncoder().encode('\u0000 this is no such file \uFFFD\n'.repeat(20));
      for (const { id } of importers) {
        const { problem, added } = await exchange('import', id, { fileName: 'x', bytes });
        expect(problem !== undefined || added.length === 0, `${id} reads objects from anything`).toBe(true);
      }
      const points = objects.filter(({ location }) => location.type === 'Point');
      for (const { id, extension } of exporters) {
        const { problem, written } = await exchange('export', id, { objects: points });
        expect(problem, `${id} writes points`).toBeUndefined();
        expect(written.length, `${id} writes nothing`).toBeGreaterThan(0);
        const importer = importers.find(({ extensions }) => extensions.includes(extension));
        if (!importer) continue;
        const text = new TextEncoder().encode(written.map(String).join(''));
        const again = await exchange('import', importer.id, { fileName: `x${extension}`, bytes: text });
        expect([again.problem, again.added.length], `${id} is read again`).toEqual([
          undefined,
          points.length,
        ]);
      }
      expect(host.faults).toEqual([]);
    });

    it('finds things for the palette in the form that it shows', async () => {
      const { host } = await stage();
      for (const { id } of tested.manifest.finders)
        searchResults.parse(await host.send({ name: 'find', of: id, text: 'a1' }));
      expect(host.faults).toEqual([]);
    });
  },
);

/** All texts of a panel that are no values. */
function wordsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'text':
        return [block.text];
      case 'button':
        return [block.label];
      case 'table':
        return [...block.columns];
      case 'chart':
        return [block.title];
      case 'form':
        return [block.submit, ...block.fields.map(({ label }) => label)];
    }
  });
}
