import { MAX_REWRITTEN, type Field, type FieldEffect, type FieldEffects } from '#core/protocol';
import { Icon, useI18n, useTranslate } from '#core/react';
import { missingOf } from '../model/edited-fields.ts';

const COUNTS = ['lost', 'converted', 'outOfRange', 'duplicates', 'empty'] as const;
type Count = (typeof COUNTS)[number];

/** What happens to the stored values, one sentence each. */
export function Effects({
  effects: { objects, effects, elsewhere, rewritten },
  fields,
  titleOfField,
}: {
  effects: FieldEffects;
  /** The new fields. */
  fields: readonly Field[];
  titleOfField: (name: string) => string;
}) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const numberOf = (effect: FieldEffect, count: Count): number =>
    count === 'empty' ? missingOf(effect, fields) : effect[count];
  const sentence = (effect: FieldEffect, count: Count): string => {
    const key = count === 'lost' && effect.change === 'removed' ? 'lost.removed' : count;
    return t(`effect.${key}`, {
      count: numberOf(effect, count),
      n: i18n.number(numberOf(effect, count)),
      total: i18n.number(objects),
    });
  };
  return (
    <div className="types-effects">
      {elsewhere > 0 && (
        <p role="alert" className="g-error">
          {t('effect.elsewhere', { count: elsewhere, n: i18n.number(elsewhere) })}
        </p>
      )}
      {rewritten > MAX_REWRITTEN && (
        <p role="alert" className="g-error">
          {t('effect.many', { n: i18n.number(rewritten), max: i18n.number(MAX_REWRITTEN) })}
        </p>
      )}
      {effects.map((effect) => {
        const counts = COUNTS.filter((count) => numberOf(effect, count) > 0);
        return (
          counts.length > 0 && (
            <section key={effect.field}>
              <h3>{titleOfField(effect.field)}</h3>
              <ul>
                {counts.map((count) => (
                  <li key={count} className={count === 'lost' ? 'types-lost' : undefined}>
                    {count === 'lost' && <Icon name="warning" />}
                    <span>
                      {sentence(effect, count)}
                      {count === 'lost' && effect.examples.length > 0 && (
                        <>
                          {' '}
                          {t('effect.examples', {
                            values: effect.examples.map((each) => `“${each}”`).join(', '),
                          })}
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}
