import { observer } from 'mobx-react-lite';
import { Button, Checkbox, Swatch, useI18n, useTranslate } from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';

/** Checkboxes of the object types; those blocked for the person are not listed. */
export const TypesField = observer(function TypesField({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const { language } = useI18n();
  const all = desk.leftOut.size === 0;
  return (
    <fieldset className="export-group">
      <legend className="g-label">{t('types')}</legend>
      <ul className="export-types">
        {desk.types.map(({ name, title, style, geometryType }) => (
          <li key={name}>
            <Checkbox isSelected={!desk.leftOut.has(name)} onChange={(chosen) => desk.setType(name, chosen)}>
              <span className="export-type">
                <Swatch style={style} geometryType={geometryType} />
                {title[language] || name}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button size="s" variant="quiet" onPress={() => desk.setAllTypes(!all)}>
        {t(all ? 'types.none' : 'types.all')}
      </Button>
    </fieldset>
  );
});
