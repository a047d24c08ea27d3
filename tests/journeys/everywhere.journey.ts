import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE } from '../patience.ts';
import { closeWhatIsOpen, DEVICES, onMap, PLACES } from './every-page.ts';
import { ADMIN, ask, beginAlone, goTo, newPerson, picture, takesKeys, type Groma } from './harness.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AXE = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
type ColourScheme = 'light' | 'dark';
let groma: Groma;
let browser: Browser;
beforeAll(() => beginAlone((stage) => void ({ groma, browser } = stage)));

/**
 * In Italian, the longer language: where it fits, English does too. Colours and elements do not depend on the language,
 * and both languages have the same texts.
 */
describe.concurrent.each([
  ['desk', ['light', 'dark']],
  ['phone', ['light']],
] as const)('every page in Italian at the %s, %j', (device, themes) => {
  it('has no overflow, no missing text and no accessibility violations', async () => {
    const page = await newPerson(browser, {
      locale: 'it-IT',
      ...DEVICES[device],
    });
    const faults: string[] = [];
    const look = async (name: string): Promise<void> => {
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await still(page);
        const at = `${name} ${device} ${colorScheme}`;
        faults.push(...(await overflow(page)).map((fault) => `${at}: ${fault}`));
        faults.push(...(await unusable(page, colorScheme)).map((fault) => `${at}: ${fault}`));
        if (colorScheme === 'light') faults.push(...(await unspoken(page)).map((fault) => `${at}: ${fault}`));
        await picture(page, `8-${name}-${device}-${colorScheme}`);
      }
    };
    for (const name of ['login', 'password-recovery', 'mobile-request']) {
      await page.goto(`${groma.url}/${name}`);
      await page.getByRole('textbox').first().waitFor();
      await look(name);
    }
    const { project } = await groma.signIn(page);
    let here = '/home';
    await page.goto(groma.url + here);
    for (const { name, path, then, only } of PLACES) {
      if (only && only !== device) continue;
      const there = path(project);
      try {
        await closeWhatIsOpen(page);
        if (there !== here) await goTo(page, there);
        here = there;
        await page.getByRole('main').waitFor();
        await then?.(page);
        await look(name);
      } catch (failure) {
        faults.push(`${name} ${device}: ${String(failure).slice(0, 300)}`);
        await page.goto(groma.url + (here = '/home'));
      }
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });
});

describe('using only the keyboard', () => {
  it('signs in, draws a line, sets attributes, and undoes them', async () => {
    const page = await newPerson(browser);
    const keys = async (...pressed: string[]): Promise<void> => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    await page.goto(`${groma.url}/login`);
    await page.locator('input[type=password]').waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail address' }));
    await page.keyboard.type(ADMIN.email);
    await keys('Tab');
    await page.keyboard.type(ADMIN.password);
    await keys('Enter');
    await page.waitForURL(/projectList/);

    await page.getByRole('main').waitFor();
    await ask(page, 'Demo');
    await page.getByRole('menuitem', { name: /^Demo/ }).waitFor();
    await keys('Enter');
    await page.waitForURL(/\/draw\//);
    const project = new URL(page.url()).pathname.split('/')[2]!;
    await onMap(page);

    await keys('2');
    await page.getByRole('button', { name: /^Draw a line/, pressed: true }).waitFor();
    await tabTo(page, page.getByRole('application'));
    await keys(
      'Shift+ArrowLeft',
      'Space',
      'Shift+ArrowRight',
      'Shift+ArrowRight',
      'Shift+ArrowDown',
      'Space',
    );
    await keys('ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Space');
    await picture(page, '8-keyboard-sketch');
    await keys('Enter');
    const dialog = page.getByRole('dialog', { name: 'New line' });
    await dialog.getByText(/line of 3 vertices/).waitFor();
    await takesKeys(dialog);
    await page.keyboard.type('Drawn by hand');
    await picture(page, '8-keyboard-finish');
    await keys('Enter');
    await dialog.waitFor({ state: 'detached' });
    const line = async () =>
      (
        await groma.api<{ properties: Record<string, unknown>; location: { coordinates: unknown[] } }[]>(
          'GET',
          '/geometries',
          undefined,
          { projectid: project },
        )
      ).find(({ properties }) => properties['name'] === 'Drawn by hand');
    await expect.poll(async () => (await line())?.location.coordinates.length).toBe(3);

    await ask(page, 'Drawn by');
    await page.locator('[data-key^="selection.objects"]', { hasText: 'Drawn by hand' }).waitFor();
    await keys('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: 'One object selected' }).waitFor();
    await keys('i');
    const surface = page.getByRole('button', { name: /Surface$/ });
    await surface.waitFor();
    await tabTo(page, surface);
    await keys('Enter');
    await page.getByRole('option', { name: 'Gravel' }).waitFor();
    await page.keyboard.type('Grav');
    await keys('Enter');
    await expect.poll(async () => (await line())?.properties['surface']).toBe('gravel');
    await picture(page, '8-keyboard-attributes');
    await keys('Control+z');
    await expect.poll(async () => (await line())?.properties['surface']).toBeUndefined();
    await keys('Control+z');
    await expect.poll(line).toBeUndefined();
    await page.context().close();
  });
});

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, expected: Locator): Promise<void> {
  const here = () => expected.evaluate((element) => element.contains(document.activeElement));
  for (let pressed = 0; !(await here()); pressed++) {
    if (pressed === 60) throw new Error(`Tab does not lead to ${expected.toString()}.`);
    await page.keyboard.press('Tab');
  }
}

/** Waits until requests and animations have ended, over several frames. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async (patience) => {
    const end = performance.now() + patience;
    const atRest = (): boolean =>
      document.fonts.status === 'loaded' &&
      // A page whose code is loading is empty.
      document.querySelector('main > * *') !== null &&
      // A dialog that waits for the on-screen keyboard of a phone is not visible yet.
      !document.querySelector('[aria-busy=true], .g-skeleton, [style*="opacity: 0;"]') &&
      document.getAnimations().every(
        ({ playState, effect, timeline }) =>
          playState !== 'running' ||
          // One that follows a scroll position never ends.
          !(timeline instanceof DocumentTimeline) ||
          effect?.getTiming().iterations === Infinity,
      );
    // Texts appear after their elements; elements that stay without text are reported below.
    const isNamed = (): boolean =>
      [...document.querySelectorAll('a, button, input[aria-labelledby]')].every(
        (one) =>
          one.textContent.trim() ||
          one.getAttribute('aria-label') ||
          one.ariaLabelledByElements?.some((label) => label.textContent.trim()),
      );
    for (
      let frames = 0, all = 0;
      frames < 5;
      frames = atRest() && (isNamed() || all > 300) ? frames + 1 : 0, all++
    ) {
      if (performance.now() > end) throw new Error('the page does not come to rest');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, PATIENCE);
}

/** Reports elements that overflow the width of the page. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const width = Math.min(document.documentElement.clientWidth, screen.width);
    // A dialog is fixed: the page does not grow with it.
    const dialogs = [...document.querySelectorAll('[role=dialog]')].map(
      (one) => one.getBoundingClientRect().right,
    );
    if (dialogs.some((right) => right > width + 1))
      return [`a dialog ends at ${Math.max(...dialogs)} of ${width}`];
    if (scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 4)
      .map((element) => `${element.tagName}.${element.getAttribute('class')}`);
    return [`the page is ${scrollWidth} wide, the window ${width}: ${wide.join(', ')}`];
  });
}

/** Serious or critical violations of WCAG 2.2 AA that axe finds; in dark mode only the colours differ. */
async function unusable(page: Page, theme: ColourScheme): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (requested) =>
      (window as unknown as { axe: typeof Axe }).axe.run(document, {
        ...requested,
        resultTypes: ['violations'],
        // It is for a rule of media, which is none of the serious ones, and takes a third of the time.
        preload: false,
      }),
    theme === 'light'
      ? { runOnly: { type: 'tag' as const, values: LEVELS }, rules: { 'target-size': { enabled: true } } }
      : { runOnly: { type: 'rule' as const, values: ['color-contrast'] } },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map((one) => ({ ...one, nodes: one.nodes.filter(({ html }) => !isPaletteList(one.id, html)) }))
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(
          ({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 200)} ${failureSummary?.split('\n')[1] ?? ''}`,
        ),
    );
}

/**
 * The palette's results are navigated with the arrow keys from its field, by `aria-activedescendant`, which axe does
 * not recognize.
 */
function isPaletteList(rule: string, html: string): boolean {
  return rule === 'scrollable-region-focusable' && html.includes('shell-palette-list');
}

/** Untranslated texts: keys instead of words, and English. */
async function unspoken(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts = new Set<string>();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement?.closest('script, style, kbd, code')) continue;
      texts.add(node.textContent!.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.add(element.getAttribute(name)?.trim() ?? '');
    return [...texts].filter(Boolean);
  });
  const raw = shown.filter((text) => /^[a-z0-9-]+:[a-z][\w.-]+$/i.test(text) || KEYS.has(text));
  const english = shown.filter((text) => ENGLISH_ONLY.has(text));
  return [...raw.map((text) => `a key is shown: ${text}`), ...english.map((text) => `English: ${text}`)];
}

function textsOf(language: string): [key: string, text: string][] {
  const folder = join(ROOT, 'locales', language);
  return readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
  );
}
const ITALIAN = new Set(textsOf('it').map(([, text]) => text));
const ENGLISH = new Set(textsOf('en').map(([, text]) => text));
const ENGLISH_ONLY = new Set([...ENGLISH].filter((text) => !ITALIAN.has(text)));
/** Keys without a text. */
const KEYS = new Set(
  textsOf('en')
    .map(([key]) => key)
    .filter((key) => !ITALIAN.has(key) && !ENGLISH.has(key)),
);
