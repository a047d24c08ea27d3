import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Noto Sans (SIL Open Font Licence). Only the glyphs used are embedded. */
export type FontFace = 'text' | 'strong';

const WEIGHTS: Record<FontFace, string> = { text: '400Regular', strong: '600SemiBold' };

/** Latin, Greek, Cyrillic and Devanagari. */
const BASE = 'noto-sans';

/** The font of each further script; read when a text first needs it. */
const SCRIPTS: readonly { font: string; file: string; script: RegExp }[] = [
  { font: 'noto-sans-arabic', file: 'NotoSansArabic', script: /\p{Script_Extensions=Arabic}/u },
  { font: 'noto-sans-hebrew', file: 'NotoSansHebrew', script: /\p{Script_Extensions=Hebrew}/u },
  { font: 'noto-sans-bengali', file: 'NotoSansBengali', script: /\p{Script_Extensions=Bengali}/u },
  { font: 'noto-sans-tamil', file: 'NotoSansTamil', script: /\p{Script_Extensions=Tamil}/u },
  { font: 'noto-sans-thai', file: 'NotoSansThai', script: /\p{Script_Extensions=Thai}/u },
  { font: 'noto-sans-georgian', file: 'NotoSansGeorgian', script: /\p{Script_Extensions=Georgian}/u },
  { font: 'noto-sans-armenian', file: 'NotoSansArmenian', script: /\p{Script_Extensions=Armenian}/u },
  { font: 'noto-sans-kr', file: 'NotoSansKR', script: /\p{Script_Extensions=Hangul}/u },
  // Chinese and Japanese; also the wide forms of Latin letters and signs.
  {
    font: 'noto-sans-sc',
    file: 'NotoSansSC',
    script:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}\uff00-\uffef]/u,
  },
];

export const baseFont = (face: FontFace): string => pathOf(BASE, 'NotoSans', face);

/** The fonts that may have the glyph of a character. */
export const fontsFor = (character: string, face: FontFace): string[] =>
  SCRIPTS.filter(({ script }) => script.test(character)).map(({ font, file }) => pathOf(font, file, face));

function pathOf(font: string, file: string, face: FontFace): string {
  const weight = WEIGHTS[face];
  return require.resolve(`@expo-google-fonts/${font}/${weight}/${file}_${weight}.ttf`);
}
