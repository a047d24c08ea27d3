import type { SettingContribution } from '#core/plugin';
import { NumberField, Select, Switch, TextField, useSetting, useTranslate } from '#core/react';
import type { SettingValues } from '#core/settings';
import { CrsField } from './CrsField.tsx';
import { OrganizationField } from './OrganizationField.tsx';
import { ShortcutsField } from './ShortcutsField.tsx';

/** The control that fits a setting's kind. */
export function SettingField({ setting }: { setting: SettingContribution }) {
  const t = useTranslate('preferences');
  // The plugin that contributes the setting declares its value type; here it is unknown.
  const [value, set] = useSetting(setting.key as keyof SettingValues) as readonly [
    SettingContribution['default'],
    (value: SettingContribution['default']) => void,
  ];
  const label = t(setting.title);
  const where = setting.local ? t('thisDevice') : undefined;
  const description = [setting.help && t(setting.help), where].filter(Boolean).join(' ') || undefined;
  const common = { label, description };
  switch (setting.kind) {
    case 'boolean':
      return (
        <Switch isSelected={value === true} onChange={set} description={description}>
          {label}
        </Switch>
      );
    case 'number':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : undefined}
          onChange={(number) => set(number ?? setting.default)}
          min={setting.min}
          max={setting.max}
          step={setting.step}
          unit={setting.unit}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          value={String(value)}
          onChange={set}
          options={(setting.choices ?? []).map((choice) => ({ value: choice.value, title: t(choice.title) }))}
        />
      );
    case 'text':
      return <TextField {...common} value={String(value ?? '')} onChange={set} />;
    case 'crs':
      return (
        <CrsField
          {...common}
          value={String(value ?? '')}
          onChange={set}
          canBeEmpty={setting.default === ''}
        />
      );
    case 'organization':
      return <OrganizationField {...common} value={String(value ?? '')} onChange={set} />;
    case 'shortcuts':
      return <ShortcutsField description={description} />;
  }
}
