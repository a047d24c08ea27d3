import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Paper } from './index.ts';
import { runsOfLine } from './script-runs.ts';

async function printed(texts: readonly string[]): Promise<string> {
  const out = new PassThrough();
  const bytes = buffer(out);
  const paper = new Paper({ title: 'Title', foot: 'Foot', language: 'en', at: new Date(0) }, out);
  for (const text of texts) paper.paragraph(text);
  await paper.end();
  return (await bytes).toString('latin1');
}

/** Names of the embedded fonts, without the prefix of a subset. */
const fontsOf = (pdf: string) =>
  new Set([...pdf.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name));

describe('documents in other scripts', () => {
  it.each([
    ['漢字汉字 ひらがな カタカナ', 'NotoSansSC'],
    ['한글', 'NotoSansKR'],
    ['مرحبا', 'NotoSansArabic'],
    ['שלום', 'NotoSansHebrew'],
    ['हिन्दी', 'NotoSans-Regular'],
    ['বাংলা', 'NotoSansBengali'],
    ['தமிழ்', 'NotoSansTamil'],
    ['ภาษาไทย', 'NotoSansThai'],
    ['ქართული', 'NotoSansGeorgian'],
    ['Հայերեն', 'NotoSansArmenian'],
  ])('%s is printed with %s, of which only the glyphs used are embedded', async (text, font) => {
    const pdf = await printed([text]);
    expect([...fontsOf(pdf)].filter((name) => name!.startsWith(font))).toHaveLength(1);
    expect(pdf.length).toBeLessThan(100_000);
  });

  it('embed no further font for Latin, Greek and Cyrillic', async () => {
    const fonts = fontsOf(await printed(['Àé ŵ, Ελληνικά, Кириллица – €']));
    expect([...fonts].map((name) => name!.split('-')[0])).toEqual(['NotoSans', 'NotoSans']);
  });

  it('name the characters that no font has', () => {
    const paper = new Paper(
      { title: 'T', foot: 'F', language: 'en', at: new Date(0) },
      new PassThrough().resume(),
    );
    paper.paragraph('漢 😀 ꦗ');
    expect([...paper.pdf.unprinted]).toEqual(['😀', 'ꦗ']);
  });
});

describe('lines with right-to-left scripts', () => {
  const runs = (line: string) =>
    runsOfLine(line, (sign) => (/[\u0590-\u06ff]/.test(sign) ? 'rtl' : 'base')).map(({ text }) => text);

  // Hebrew letters stay in the order of reading: the font turns them.
  it.each([
    ['abc אבג def', ['abc ', 'אבג', ' def']],
    ['אבג abc', ['abc', ' ', 'אבג']],
    ['אבג 12 דהו', ['דהו', ' ', '12', ' ', 'אבג']],
    ['אבג (דהו)', ['(', 'דהו', ') ', 'אבג']],
    ['abc 12', ['abc 12']],
  ])('%s is drawn as %j', (line, drawn) => {
    expect(runs(line)).toEqual(drawn);
  });
});
