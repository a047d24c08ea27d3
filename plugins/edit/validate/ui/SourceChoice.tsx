import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { Select, useI18n, useObservable, useTranslate } from '#core/react';
import type { CheckSource } from '../model/source.ts';
import type { OfProject } from './props.ts';

const PLAIN = ['loaded', 'view', 'selected'] as const;
/** Prefix of type names, which may be any text. */
const TYPE = 'type:';

/** Which objects to check. */
export const SourceChoice = observer(function SourceChoice({ project, validation }: OfProject) {
  const t = useTranslate('validate');
  const i18n = useI18n();
  const types = useObservable(project.types$, project.types);
  const { source } = validation;
  return (
    <Select
      label={t('source')}
      options={[
        ...PLAIN.map((value) => ({ value, title: t(`source.${value}`) })),
        ...[...types.values()].map((type) => ({
          value: `${TYPE}${type.name}`,
          title: t('source.type', { type: titleOf(type, i18n) }),
        })),
      ]}
      value={typeof source === 'string' ? source : `${TYPE}${source.typeName}`}
      onChange={(value) =>
        validation.set({
          source: value.startsWith(TYPE) ? { typeName: value.slice(TYPE.length) } : (value as CheckSource),
        })
      }
    />
  );
});
