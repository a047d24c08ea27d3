import { observer } from 'mobx-react-lite';
import { Checkbox, TextField, useI18n, useTranslate } from '#core/react';
import type { ImportWizard } from '../model/wizard.ts';

/** The layers of a file with several: which are imported together, and into which object types. */
export const LayersTable = observer(function LayersTable({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const i18n = useI18n();
  const { layers, chosenLayers } = wizard;
  const areAll = chosenLayers.length === layers.length;
  return (
    <fieldset className="import-layers">
      <legend className="g-label">{t('layers.title')}</legend>
      <Checkbox
        isSelected={areAll}
        isIndeterminate={!areAll && chosenLayers.length > 1}
        onChange={(isIncluded) => wizard.setAllLayers(isIncluded)}
      >
        {t('layers.all', { number: i18n.number(layers.length) })}
      </Checkbox>
      <ul>
        {layers.map(({ name, count, isIncluded, typeName }, n) => (
          <li key={name}>
            <Checkbox
              isSelected={isIncluded}
              // At least one is imported.
              isDisabled={isIncluded && chosenLayers.length === 1}
              onChange={(on) => wizard.setLayer(n, { isIncluded: on })}
            >
              {name} <span className="g-muted g-figures">{i18n.number(count)}</span>
            </Checkbox>
            {isIncluded && chosenLayers.length > 1 && (
              <TextField
                label={t('layers.type', { name })}
                hideLabel
                value={typeName}
                onChange={(text) => wizard.setLayer(n, { typeName: text })}
                maxLength={120}
                isRequired
              />
            )}
          </li>
        ))}
      </ul>
      {chosenLayers.length > 1 && <p className="g-muted import-note">{t('layers.help')}</p>}
    </fieldset>
  );
});
