import { describe, expect, it, vi } from 'vitest';
import { I18nextService, languageOf } from './languages.ts';

const TEXTS: Record<string, Record<string, string>> = {
  'en/home': {
    title: 'Home',
    'list.empty': 'No projects yet',
    welcome: 'Welcome, {{name}}',
    plot_one: '{{count}} plot',
    plot_other: '{{count}} plots',
    onlyEnglish: 'Only here',
  },
  'it/home': {
    title: 'Inizio',
    'list.empty': 'Ancora nessun progetto',
    welcome: 'Benvenuto, {{name}}',
    plot_one: '{{count}} lotto',
    plot_other: '{{count}} lotti',
  },
};
const texts = () =>
  vi.fn((language: string, namespace: string) => Promise.resolve(TEXTS[`${language}/${namespace}`]));

describe('texts', () => {
  it('are in the language of the browser, by namespace and key', async () => {
    const i18n = new I18nextService(['it-CH', 'en'], texts());
    await i18n.load('home');
    expect(i18n.t('home:list.empty')).toBe('Ancora nessun progetto');
    expect(i18n.t('home:welcome', { name: '<Ada>' })).toBe('Benvenuto, <Ada>');
  });

  it('are set, replaced and taken away while the page is open, in both languages', async () => {
    const i18n = new I18nextService(['en'], () => Promise.resolve(undefined));
    const texts = (en: string, it: string) => ({ en: { title: en }, it: { title: it } });
    i18n.setTexts(new Map([['acme-wells', texts('Wells', 'Pozzi')]]));
    await i18n.load('acme-wells');
    expect(i18n.t('acme-wells:title')).toBe('Wells');
    await i18n.setLanguage('it');
    expect(i18n.t('acme-wells:title')).toBe('Pozzi');
    i18n.setTexts(new Map([['acme-wells', texts('Springs', 'Sorgenti')]]));
    expect(i18n.t('acme-wells:title')).toBe('Sorgenti');
    i18n.setTexts(new Map([['acme-wells', undefined]]));
    expect(i18n.t('acme-wells:title')).toBe('');
  });

  it('have plural forms', async () => {
    const i18n = new I18nextService(['en'], texts());
    await i18n.load('home');
    expect(i18n.t('home:plot', { count: 1 })).toBe('1 plot');
    expect(i18n.t('home:plot', { count: 3 })).toBe('3 plots');
  });

  it('have counts with separators of the region, and other values as they are', async () => {
    const i18n = new I18nextService(['de-CH', 'it-IT'], texts());
    await i18n.load('home');
    expect(i18n.t('home:plot', { count: 12_345 })).toBe('12.345 lotti');
    expect(i18n.t('home:welcome', { name: 12_345 })).toBe('Benvenuto, 12345');
    await i18n.setLanguage('en');
    expect(i18n.t('home:plot', { count: 12_345 })).toBe('12,345 plots');
  });

  it('are English where Italian is missing', async () => {
    const i18n = new I18nextService(['it'], texts());
    await i18n.load('home');
    i18n.t('home:onlyEnglish');
    await vi.waitFor(() => expect(i18n.t('home:onlyEnglish')).toBe('Only here'));
  });

  it('are also fetched in English only if one is missing', async () => {
    const load = texts();
    const i18n = new I18nextService(['it'], load);
    await i18n.load('home');
    i18n.t('home:title');
    i18n.t('elsewhere:not.loaded');
    expect(load.mock.calls).toEqual([['it', 'home']]);
    i18n.t('home:onlyEnglish');
    i18n.t('home:onlyEnglish');
    expect(load.mock.calls).toEqual([
      ['it', 'home'],
      ['en', 'home'],
    ]);
  });

  it('follow the language, and emit the change', async () => {
    const load = texts();
    const i18n = new I18nextService(['en'], load);
    await i18n.load('home');
    const revisions: number[] = [];
    i18n.revision$.subscribe((revision) => revisions.push(revision));
    await i18n.setLanguage('it');
    expect(i18n.t('home:title')).toBe('Inizio');
    expect(i18n.language).toBe('it');
    expect(revisions).toHaveLength(2);
  });

  it('are fetched once, and again after a failure', async () => {
    const load = texts();
    load.mockRejectedValueOnce(new Error('offline'));
    const i18n = new I18nextService(['en'], load);
    await expect(i18n.load('home')).rejects.toThrow('offline');
    expect(i18n.t('home:title')).toBe('title');
    await i18n.load('home');
    await Promise.all([i18n.load('home'), i18n.load('home')]);
    expect(load).toHaveBeenCalledTimes(2);
    expect(i18n.t('home:title')).toBe('Home');
  });

  it('are in the language requested last, if two were requested', async () => {
    const waiting: (() => void)[] = [];
    const i18n = new I18nextService(['en'], (language, namespace) =>
      new Promise<void>((resolve) => waiting.push(resolve)).then(() => TEXTS[`${language}/${namespace}`]),
    );
    const loading = i18n.load('home');
    const italian = i18n.setLanguage('it');
    const english = i18n.setLanguage('en');
    for (const resolve of waiting) resolve();
    await Promise.all([loading, italian, english]);
    expect(i18n.language).toBe('en');
  });

  it('are empty while loading, instead of their keys; a missing text is shown as its key', async () => {
    let arrive = (_texts: Record<string, string>): void => undefined;
    const i18n = new I18nextService(['en'], () => new Promise((resolve) => (arrive = resolve)));
    // Whoever shows a text asks for it a moment later.
    expect(i18n.t('home:title')).toBe('');
    const loading = i18n.load('home');
    expect(i18n.t('home:title')).toBe('');
    arrive({ title: 'Home' });
    await loading;
    expect(i18n.t('home:title')).toBe('Home');
    expect(i18n.t('home:other')).toBe('other');
  });
});

describe('the language of a browser', () => {
  it.each([
    [['it-IT', 'en'], 'it'],
    [['de', 'it', 'en'], 'it'],
    [['en-US'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('%j means %s', (preferred, language) => expect(languageOf(preferred)).toBe(language));
});

describe('numbers and dates', () => {
  it('are formatted for the language', async () => {
    const i18n = new I18nextService(['it-IT'], texts());
    expect(i18n.number(12345.678, { maximumFractionDigits: 2 })).toBe('12.345,68');
    await i18n.setLanguage('en');
    expect(i18n.number(12345.678, { maximumFractionDigits: 2 })).toBe('12,345.68');
    // What is rounded to 0 has no sign.
    expect(i18n.number(-0.004, { maximumFractionDigits: 2 })).toBe('0');
    expect(i18n.date('2026-03-01T10:05:00Z', { dateStyle: 'long', timeZone: 'UTC' })).toBe('1 March 2026');
  });

  it('are formatted with a minus sign instead of a hyphen', () => {
    const i18n = new I18nextService(['it'], texts());
    const printed = [-55, 55].map((value) => i18n.number(value, { signDisplay: 'exceptZero' }));
    expect(printed).toEqual(['−55', '+55']);
  });

  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1234567],
    ['1,234,567.8', 1234567.8],
    ['1 234,5', 1234.5],
    ["1'234.5", 1234.5],
    // One sign is decimal, whatever it would mean elsewhere.
    ['1,234', 1.234],
    ['1.234', 1.234],
    [' -0,25 ', -0.25],
    ['−3', -3],
    ['+4', 4],
    [',5', 0.5],
    ['5,', 5],
    ['1,2e3', 1200],
  ])('%j is parsed as %d in both languages', (text, value) => {
    for (const language of ['en', 'it'])
      expect(new I18nextService([language], texts()).parseNumber(text)).toBe(value);
  });

  it.each(['', ' ', 'abc', '1,2,3', '12.34.567', '1.2,3.4', '--1', '.', '1e', 'Infinity', '1e999'])(
    '%j is no number',
    (text) => expect(new I18nextService(['en'], texts()).parseNumber(text)).toBeUndefined(),
  );
});
