/** Colours that people who see few hues tell apart, dark enough for a white sign. */
const COLOURS = ['#0072b2', '#b35900', '#00795a', '#a3387c', '#6a5100', '#56437f'];
const PLAIN = '#4d5963';

/** The same for one category everywhere. */
export function colourOfCategory(category: string): string {
  const name = category.trim().toLowerCase();
  if (name === '') return PLAIN;
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003;
  return COLOURS[sum % COLOURS.length]!;
}
