import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { BimNode } from '#core/protocol';
import { Tree, useI18n, useService, useTranslate } from '#core/react';
import { MODEL_FINDER } from '../model/finding.ts';

interface Branch {
  readonly key: string;
  readonly name: string;
  readonly note: string | undefined;
  readonly count: number;
  readonly below: Branch[];
}

/** The spatial structure, or the list of what elements are grouped by; what is chosen filters. */
export const StructureTree = observer(function StructureTree() {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const finder = useService(MODEL_FINDER);
  const { grouping, tree, groups } = finder;
  const nodes = tree?.nodes;
  const roots = useMemo(() => branchesOf(nodes ?? []), [nodes]);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>();
  const items: readonly Branch[] =
    grouping === 'structure'
      ? roots
      : groups.map(({ key, name, count, note }) => ({ key, name, count, note, below: [] }));
  return (
    <Tree
      className="bim-tree"
      label={t(`group.${grouping}`)}
      items={items}
      itemId={({ key }) => key}
      itemText={({ name }) => name}
      childrenOf={({ below }) => below}
      row={({ name, note, count }) => (
        <span className="bim-branch">
          <span>
            {name} {note !== undefined && note !== name && <small className="g-muted">{note}</small>}
          </span>
          <span className="g-muted g-figures">{i18n.number(count)}</span>
        </span>
      )}
      // Down to the storeys at first.
      expanded={expanded ?? new Set((nodes ?? []).filter(isAboveStoreys).map(({ globalId }) => globalId))}
      onExpand={setExpanded}
      selection="multiple"
      selected={finder.chosen}
      onSelect={(keys) => finder.choose(keys)}
      empty={<p className="g-muted">{t('group.empty')}</p>}
    />
  );
});

const isAboveStoreys = ({ class: kind }: BimNode): boolean =>
  kind === 'IfcProject' || kind === 'IfcSite' || kind === 'IfcBuilding';

/** Parents come before their children in the list. */
function branchesOf(nodes: readonly BimNode[]): Branch[] {
  const roots: Branch[] = [];
  const branches: Branch[] = [];
  for (const { globalId, name, longName, class: note, count, parent } of nodes) {
    // Rooms have their number as name, and what they are as long name.
    const words = note === 'IfcSpace' ? [name, longName] : [name ?? longName];
    const title = words.filter((one) => one !== null && one !== '').join(' · ');
    const branch = { key: globalId, name: title === '' ? note : title, note, count, below: [] };
    branches.push(branch);
    (parent === null ? roots : (branches[parent]?.below ?? roots)).push(branch);
  }
  return roots;
}
