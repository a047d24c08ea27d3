import { useState } from 'react';
import type { BimQuantities } from '#core/protocol';
import { Disclosure, Select, useI18n, useTranslate } from '#core/react';
import {
  differs,
  groupQuantities,
  QUANTITY_GROUPS,
  type QuantityGroup,
  type QuantitySum,
} from '../model/groups.ts';
import { ElementButton } from './ElementButton.tsx';
import { More } from './More.tsx';
import { useShort } from './useShort.ts';

const MEASURES = ['volume', 'floorArea', 'sideArea'] as const;

/** Quantities by storey, type, class or material: what the file declares beside what its triangles give. */
export function QuantitiesResult({ report, modelId }: { report: BimQuantities; modelId: string }) {
  const t = useTranslate('bim-checks');
  const [by, setBy] = useState<QuantityGroup>('storey');
  const groups = groupQuantities(report.rows, by);
  return (
    <>
      <Select
        label={t('quantities.by')}
        value={by}
        options={QUANTITY_GROUPS.map((one) => ({ value: one, title: t(`by.${one}`) }))}
        onChange={(one) => setBy(one as QuantityGroup)}
      />
      {groups.map((group) => (
        <Disclosure
          key={group.name ?? ''}
          title={
            <span className="bck-title">
              {group.name ?? t('quantities.none')}
              <small className="g-muted g-figures">{t('quantities.count', { count: group.count })}</small>
            </span>
          }
        >
          <Sums group={group} />
          <Rows rows={report.rows.filter((row) => row[by] === group.name)} modelId={modelId} />
        </Disclosure>
      ))}
    </>
  );
}

function Sums({ group }: { group: QuantitySum }) {
  const t = useTranslate('bim-checks');
  const write = useQuantity();
  const { withoutDeclared, withoutComputed, count } = group;
  return (
    <>
      <table className="bck-table g-figures">
        <thead>
          <tr>
            <th scope="col">{t('quantities.sum')}</th>
            <th scope="col">{t('declared')}</th>
            <th scope="col">{t('computed')}</th>
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((measure) => (
            <tr key={measure} data-differs={differs(group[measure]) || undefined}>
              <th scope="row">{t(`quantity.${measure}`)}</th>
              <td>{write(group[measure].declared, measure)}</td>
              <td>{write(group[measure].computed, measure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {withoutDeclared > 0 && withoutDeclared < count && (
        <p className="g-muted">{t('quantities.undeclared', { count: withoutDeclared })}</p>
      )}
      {withoutComputed > 0 && withoutComputed < count && (
        <p className="g-muted">{t('quantities.uncomputed', { count: withoutComputed })}</p>
      )}
    </>
  );
}

function Rows({ rows, modelId }: { rows: BimQuantities['rows']; modelId: string }) {
  const t = useTranslate('bim-checks');
  const write = useQuantity();
  const { first, more, left } = useShort(rows);
  return (
    <>
      <ul className="bck-list" aria-label={t('elements')}>
        {first.map((row) => (
          <li key={row.globalId}>
            <ElementButton modelId={modelId} element={row} />
            <small className="g-muted g-figures">
              {MEASURES.filter((one) => row[one].declared !== null || row[one].computed !== null)
                .map(
                  (one) =>
                    `${t(`quantity.${one}`)} ${write(row[one].declared, one)} / ${write(row[one].computed, one)}`,
                )
                .join(' · ')}
            </small>
            {MEASURES.some((one) => differs(row[one])) && <small className="bck-warn">{t('differs')}</small>}
          </li>
        ))}
      </ul>
      <More left={left} onPress={more} />
    </>
  );
}

function useQuantity() {
  const i18n = useI18n();
  return (value: number | null, measure: (typeof MEASURES)[number]): string =>
    value === null
      ? '–'
      : `${i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 })} ${measure === 'volume' ? 'm³' : 'm²'}`;
}
