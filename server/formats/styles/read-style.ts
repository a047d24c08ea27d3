import { Unusable } from '../../base/unusable.ts';
import { parseXml } from '../xml-tree.ts';
import { Omissions, type ForeignStyle } from './foreign-style.ts';
import { readQml } from './read-qml.ts';
import { readSld } from './read-sld.ts';
import { storableStyle } from './rules.ts';

const SLD_ROOTS = new Set(['StyledLayerDescriptor', 'UserStyle', 'FeatureTypeStyle']);

/** Reads an SLD (1.0, 1.1) or a QML of QGIS 3. Throws Unusable with what is wrong, and where. */
export function readStyle(text: string): ForeignStyle {
  const root = parseXml(Buffer.from(text), { doctype: 'qgis' });
  const omissions = new Omissions();
  if (root.name === 'qgis') return finished(readQml(root, omissions), omissions);
  if (SLD_ROOTS.has(root.name)) return finished(readSld(root, omissions), omissions);
  throw new Unusable('styles.not-a-style', { name: root.name.slice(0, 60) });
}

function finished(style: Parameters<typeof storableStyle>[0], omissions: Omissions): ForeignStyle {
  return { style: storableStyle(style), omissions: omissions.all };
}
