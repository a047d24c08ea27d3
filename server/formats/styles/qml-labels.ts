import type { LabelStyle } from '#core/protocol';
import { child, childrenOf, type XmlElement } from '../xml-tree.ts';
import { bounded, MILLIMETRE, POINT, scaleOf, type Omissions } from './foreign-style.ts';
import { fieldOf } from './ogc-filter.ts';
import { qmlColour } from './qml-symbols.ts';
import { isFormula, scales } from './rules.ts';

const SIZES: Readonly<Record<string, number>> = { Point: POINT, MM: MILLIMETRE, Pixel: 1 };
/** Numbers of placements along a line, and horizontal in an area. */
const ALONG = new Set(['2', '3', '7']);
const HORIZONTAL = '4';

/** The labels of a layer: simple ones, or those of the first rule. */
export function qmlLabels(root: XmlElement, omissions: Omissions): LabelStyle | undefined {
  const labeling = child(root, 'labeling');
  const type = labeling?.attributes['type'];
  if (!labeling || type === undefined) return undefined;
  if (type === 'simple') return labelsOf(child(labeling, 'settings'), undefined, omissions);
  if (type !== 'rule-based') {
    omissions.add('renderer', type);
    return undefined;
  }
  const rules = childrenOf(child(labeling, 'rules'), 'rule');
  if (rules.length > 1) omissions.add('labels-of-rules');
  const [first] = rules;
  const filter = first?.attributes['filter']?.trim() || undefined;
  return labelsOf(child(first, 'settings'), filter, omissions);
}

function labelsOf(
  settings: XmlElement | undefined,
  filter: string | undefined,
  omissions: Omissions,
): LabelStyle | undefined {
  const text = child(settings, 'text-style');
  if (!text) return undefined;
  const { attributes } = text;
  const name = attributes['fieldName']?.trim() ?? '';
  if (name === '') return undefined;
  const formula = attributes['isExpression'] === '1' ? name : fieldOf(name);
  const limited = filter === undefined ? formula : `if(${filter}, ${formula}, '')`;
  if (!isFormula(limited)) {
    omissions.add('label-text', name);
    return undefined;
  }
  if (attributes['fontFamily']) omissions.add('font', attributes['fontFamily']);
  const unit = attributes['fontSizeUnit'] ?? 'Point';
  if (SIZES[unit] === undefined) omissions.add('unit', unit);
  const size = Number(attributes['fontSize'] ?? 10) * (SIZES[unit] ?? POINT);
  const placement = child(settings, 'placement')?.attributes['placement'] ?? '';
  const rendering = child(settings, 'rendering')?.attributes ?? {};
  const hasScales = rendering['scaleVisibility'] === '1';
  return {
    text: limited,
    size: Math.max(6, bounded(size, 72)),
    colour: qmlColour(attributes['textColor'] ?? '0,0,0,255', Number(attributes['textOpacity'] ?? 1)),
    halo: haloOf(child(text, 'text-buffer')),
    ...(ALONG.has(placement) ? { placement: 'along' as const } : {}),
    ...(placement === HORIZONTAL ? { placement: 'horizontal' as const } : {}),
    // In labels the names are of denominators: the largest is the smallest scale.
    ...(hasScales ? scales(scaleOf(rendering['scaleMax']), scaleOf(rendering['scaleMin'])) : {}),
  };
}

function haloOf(buffer: XmlElement | undefined): NonNullable<LabelStyle['halo']> {
  const { attributes = {} } = buffer ?? {};
  if (attributes['bufferDraw'] !== '1') return { width: 0 };
  const factor = SIZES[attributes['bufferSizeUnits'] ?? 'MM'] ?? MILLIMETRE;
  return {
    width: bounded(Number(attributes['bufferSize'] ?? 1) * factor, 10),
    colour: qmlColour(
      attributes['bufferColor'] ?? '255,255,255,255',
      Number(attributes['bufferOpacity'] ?? 1),
    ),
  };
}
