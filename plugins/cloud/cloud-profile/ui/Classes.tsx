import { observer } from 'mobx-react-lite';
import { colourOfClass } from '#core/protocol';
import { Checkbox, useClassName, useI18n, useService, useTranslate } from '#core/react';
import { PROFILE } from '../model/profile.ts';

/** The classes of the points in the profile, with their number; hidden ones are hidden in the viewer, too. */
export const Classes = observer(function Classes() {
  const t = useTranslate('cloud-profile');
  const nameOf = useClassName();
  const i18n = useI18n();
  const profile = useService(PROFILE);
  const { classes, hidden } = profile;
  if (classes.size === 0) return null;
  return (
    <fieldset className="cpf-classes">
      <legend>{t('classes')}</legend>
      {[...classes].map(([code, count]) => (
        <div key={code}>
          <Checkbox isSelected={!hidden.has(code)} onChange={() => profile.toggleClass(code)}>
            <span className="cpf-class">
              <span
                className="cpf-colour"
                style={{ background: `#${colourOfClass(code).toString(16).padStart(6, '0')}` }}
              />
              {nameOf(code)}
            </span>
          </Checkbox>
          <span className="g-muted g-figures">{i18n.number(count)}</span>
        </div>
      ))}
    </fieldset>
  );
});
