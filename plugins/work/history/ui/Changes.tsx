import { PROJECTS } from '#core/project';
import { useService } from '#core/react';
import { differences } from '../model/differences.ts';
import type { Transaction } from '../model/transactions.ts';
import { useAspects } from './useAspects.ts';

/** The differences of an object before and after; empty when it was created or deleted. */
export function Changes({ transaction: { before, after } }: { transaction: Transaction }) {
  const types = useService(PROJECTS).current?.types;
  const aspects = useAspects(types?.get((after ?? before)?.typeName ?? ''));
  if (!before || !after) return null;
  return (
    <dl className="his-changes">
      {differences(before, after).map(({ aspect, one, other }) => (
        <div key={aspect}>
          <dt>{aspects.title(aspect)}</dt>
          <dd>
            <del>{aspects.value(aspect, one)}</del> → <ins>{aspects.value(aspect, other)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
