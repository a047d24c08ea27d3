import { useState } from 'react';
import type { FieldBookResult } from '#core/protocol';
import { Disclosure, Table, useTranslate } from '#core/react';
import { useFixed } from './useFixed.ts';

/** Lines of levels with their misclosures, and the heights of points without a place. */
export function Levels({ result: { heights, levelLines } }: { result: FieldBookResult }) {
  const t = useTranslate('field-book');
  const fixed = useFixed();
  const [isExpanded, setExpanded] = useState(true);
  if (heights.length === 0) return null;
  return (
    <Disclosure
      title={t('levels', { count: heights.length })}
      isExpanded={isExpanded}
      onExpandedChange={setExpanded}
    >
      <div className="fbk-part">
        {levelLines.map(({ points, length, rise, misclosure }, i) => (
          <p key={i}>
            {t('levels.line', {
              from: points[0]!,
              to: points.at(-1)!,
              length: fixed(length, 1),
              rise: fixed(rise, 5),
              misclosure: fixed(misclosure * 1000, 2),
            })}
          </p>
        ))}
        <Table
          className="fbk-table"
          label={t('levels', { count: heights.length })}
          isVirtual
          rows={heights}
          rowId={({ name }) => name}
          columns={[
            {
              id: 'name',
              title: t('column.name'),
              cell: ({ name, isKnown }) => `${name}${isKnown ? ' ▲' : ''}`,
            },
            { id: 'height', title: t('column.height'), align: 'end', cell: ({ height }) => fixed(height, 4) },
            {
              id: 'sigma',
              title: t('column.sigma'),
              align: 'end',
              cell: ({ sigmaHeight }) => fixed(sigmaHeight && sigmaHeight * 1000, 2),
            },
          ]}
        />
      </div>
    </Disclosure>
  );
}
