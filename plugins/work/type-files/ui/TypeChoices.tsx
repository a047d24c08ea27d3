import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { Checkbox, Swatch, TextField, useI18n, useService, useTranslate } from '#core/react';
import { TAKEN_TYPES, type TypeChoice } from '../model/taken-types.ts';

const PLAIN = { stroke: '#777777', width: 2 };

/** The types of the file: which are taken, and the names of those whose own is in use. */
export function TypeChoices({ choices }: { choices: readonly TypeChoice[] }) {
  const t = useTranslate('type-files');
  return (
    <section aria-label={t('types')}>
      <h3>{t('types')}</h3>
      <ul className="tyf-types">
        {choices.map((choice) => (
          <ChoiceRow key={choice.type.name} choice={choice} />
        ))}
      </ul>
    </section>
  );
}

const ChoiceRow = observer(function ChoiceRow({ choice: { type, isTaken, as } }: { choice: TypeChoice }) {
  const t = useTranslate('type-files');
  const i18n = useI18n();
  const taken = useService(TAKEN_TYPES);
  const { name, geometryType = null, fields = [], exists, isSame } = type;
  const title = titleOf({ name, title: type.title ?? { en: name, it: name } }, i18n);
  const geometry = t(`geometry.${geometryType ?? 'any'}`);
  return (
    <li>
      <Swatch style={type.style ?? PLAIN} geometryType={geometryType} />
      <Checkbox
        isSelected={isTaken}
        onChange={(on) => taken.change(name, { isTaken: on })}
        description={[name, geometry, t('fields', { count: fields.length })].join(' · ')}
      >
        {title}
      </Checkbox>
      {exists && (
        <div className="tyf-clash">
          <p className="g-muted">{t(isSame ? 'exists.same' : 'exists.other', { name })}</p>
          {isTaken && (
            <TextField
              label={t('as', { title })}
              value={as}
              onChange={(next) => taken.change(name, { as: next })}
              error={as.trim() === name ? t('as.same', { name }) : undefined}
              isRequired
              maxLength={120}
            />
          )}
        </div>
      )}
    </li>
  );
});
