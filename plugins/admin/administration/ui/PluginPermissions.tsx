import { Badge, Checkbox, useTranslate } from '#core/react';
import { wordsOf, type ReviewedPermission } from '../model/plugin-review.ts';

interface PluginPermissionsProps {
  permissions: readonly ReviewedPermission[];
  /** Permissions of the version in use that this one does not ask for. */
  dropped: readonly string[];
  granted: readonly string[];
  /** A full plugin has the rights of the person; it only asks for what the server does for it. */
  isFull: boolean;
  onChange: (granted: readonly string[]) => void;
}

/** What a version wants, in words, each to be granted or not. */
export function PluginPermissions(props: PluginPermissionsProps) {
  const { permissions, dropped, granted, isFull, onChange } = props;
  const t = useTranslate('administration');
  const words = (permission: string) => {
    const { key, values } = wordsOf(permission);
    return t(key, values);
  };
  return (
    <fieldset className="adm-fieldset">
      <legend>{t(isFull ? 'plugins.full-wants' : 'plugins.wants')}</legend>
      {permissions.length === 0 && (
        <p className="g-muted">{t(isFull ? 'plugins.full-wants-nothing' : 'plugins.wants-nothing')}</p>
      )}
      {permissions.map(({ permission, isNew }) => (
        <Checkbox
          key={permission}
          isSelected={granted.includes(permission)}
          onChange={(on) =>
            onChange(on ? [...granted, permission] : granted.filter((each) => each !== permission))
          }
        >
          {words(permission)}
          {isNew && (
            <>
              {' '}
              <Badge kind="warning">{t('plugins.new-permission')}</Badge>
            </>
          )}
        </Checkbox>
      ))}
      {dropped.length > 0 && (
        <p className="g-muted">{t('plugins.dropped', { list: dropped.map(words).join('; ') })}</p>
      )}
    </fieldset>
  );
}
