import { describe, expect, it } from 'vitest';
import type { Style } from '#core/protocol';
import { field } from '#core/testing';
import { categoriesOfChoices, inColour, symbolOf } from './new-classes.ts';

const STYLE: Style = {
  version: 2,
  stroke: '#112233',
  width: 2,
  fill: '#11223333',
  shape: 'tree',
  label: 'name',
  filter: 'a = 1',
};

describe('The symbol of a new class', () => {
  it('is that of the layer, without what belongs to the layer', () => {
    expect(symbolOf(STYLE)).toEqual({ stroke: '#112233', width: 2, fill: '#11223333', shape: 'tree' });
  });

  it('has its own colour: a darker stroke around a fill that is not too pale', () => {
    // 0.7 of 255 is 0xb3; 0.6 of 0xff, 0x80 and 0 is 0x99, 0x4d and 0.
    expect(inColour(STYLE, '#ff8000')).toEqual({
      stroke: '#994d00',
      width: 2,
      fill: '#ff8000b3',
      shape: 'tree',
    });
    expect(inColour({ ...STYLE, fill: '#112233' }, '#ff8000').fill).toBe('#ff8000');
    const hatch = { kind: 'dots', colour: '#000000', spacing: 8, width: 1 } as const;
    expect(inColour({ stroke: '#112233', width: 1, hatch }, '#ff8000')).toEqual({
      stroke: '#ff8000',
      width: 1,
      hatch: { ...hatch, colour: '#ff8000' },
    });
  });
});

describe('Classes from the choices of a field', () => {
  it('are one for each choice in its colour, titled in the language of the person', () => {
    const use = field('use', {
      type: 'choice',
      choices: [
        { value: 'wood', title: { en: 'Wood', it: 'Bosco' }, colour: '#009e73' },
        { value: 'other', title: { en: '', it: '' } },
      ],
    });
    expect(categoriesOfChoices({ stroke: '#112233', width: 2 }, use, 'it')).toEqual({
      kind: 'categorized',
      field: 'use',
      categories: [
        { value: 'wood', title: 'Bosco', symbol: { stroke: '#009e73', width: 2 } },
        // The second colour of Okabe and Ito.
        { value: 'other', symbol: { stroke: '#56b4e9', width: 2 } },
      ],
    });
  });
});
