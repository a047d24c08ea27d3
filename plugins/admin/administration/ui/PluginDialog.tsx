import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BodyOf, changePlugin, InstalledPlugin, PluginVersionRecord } from '#core/protocol';
import { AlertDialog, Button, Dialog, Select, useI18n, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { currentVersion, dropped, reviewOf } from '../model/plugin-review.ts';
import type { Roles } from '../model/roles.ts';
import { FullWarning } from './FullWarning.tsx';
import { PluginPermissions } from './PluginPermissions.tsx';
import { PluginRoles } from './PluginRoles.tsx';
import { PluginRuns } from './PluginRuns.tsx';
import { PluginSigner } from './PluginSigner.tsx';
import { titleOf } from './plugin-title.ts';
import { useAttempt } from './useAttempt.tsx';

interface PluginDialogProps {
  plugin: InstalledPlugin;
  plugins: InstalledPlugins;
  roles: Roles;
  maySwitchRoles: boolean;
  mayAllowFull: boolean;
  onClose: () => void;
}

/** One plugin: a version with what it wants, its signer, the roles that have it, and what can be done with it. */
export const PluginDialog = observer(function PluginDialog(props: PluginDialogProps) {
  const { plugin, plugins, onClose } = props;
  const t = useTranslate('administration');
  const { language } = useI18n();
  const [chosen, setChosen] = useState(plugin.versions[0]!.id);
  const version = plugin.versions.find(({ id }) => id === chosen) ?? plugin.versions[0]!;
  const [grants, setGrants] = useState<Readonly<Record<string, readonly string[]>>>({});
  const granted = grants[version.id] ?? initialGrants(plugin, version);
  const { attempt, problem } = useAttempt();
  const [isRemoving, setRemoving] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isFull = version.manifest.kind === 'full';
  const isBarred = isFull && !(plugins.fullAllowed && props.mayAllowFull);

  const change = (body: BodyOf<typeof changePlugin>) => attempt(plugins.change(plugin, body));
  const approve = () => change({ versionId: version.id, granted: [...granted], enabled: true });
  const isCurrent = version.id === plugin.currentId;
  return (
    <Dialog
      isOpen
      keepOpen
      title={titleOf(plugin, language)}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={() => setRemoving(true)}>
            {t('plugins.remove')}
          </Button>
          {plugin.currentId !== null && (
            <Button onPress={() => void change({ enabled: !plugin.enabled })}>
              {t(plugin.enabled ? 'plugins.switch-off' : 'plugins.switch-on')}
            </Button>
          )}
          <Button
            variant="primary"
            onPress={() => (isFull ? setConfirming(true) : void approve())}
            isDisabled={version.signedBy.state !== 'accepted' || isBarred}
          >
            {t(actionOf(plugin, version))}
          </Button>
        </>
      }
    >
      <div className="adm-plugin">
        {problem}
        <p>{version.manifest.description[language]}</p>
        <Select
          label={t('plugins.version')}
          options={plugin.versions.map(({ id, manifest }) => ({
            value: id,
            title:
              id === plugin.currentId ? t('plugins.in-use', { version: manifest.version }) : manifest.version,
          }))}
          value={version.id}
          onChange={setChosen}
        />
        <FullWarning manifest={version.manifest} isAllowed={plugins.fullAllowed} />
        <PluginSigner version={version} plugins={plugins} />
        <PluginPermissions
          isFull={isFull}
          permissions={reviewOf(plugin, version)}
          dropped={isCurrent ? [] : dropped(plugin, version)}
          granted={granted}
          onChange={(next) => setGrants({ ...grants, [version.id]: next })}
        />
        <PluginRuns plugin={plugin} manifest={version.manifest} plugins={plugins} />
        <PluginRoles manifest={version.manifest} roles={props.roles} mayChange={props.maySwitchRoles} />
        <AlertDialog
          isOpen={isConfirming}
          title={t('plugins.full-confirm', { name: titleOf(plugin, language) })}
          action={t(actionOf(plugin, version))}
          onAction={approve}
          onClose={() => setConfirming(false)}
        >
          <p>{t('plugins.full-warning')}</p>
        </AlertDialog>
        <AlertDialog
          isOpen={isRemoving}
          title={t('delete.title', { name: titleOf(plugin, language) })}
          action={t('plugins.remove')}
          onAction={() => plugins.remove(plugin).then(onClose)}
          onClose={() => setRemoving(false)}
        >
          <p>{t('plugins.remove-text')}</p>
        </AlertDialog>
      </div>
    </Dialog>
  );
});

/** What was granted to the version, or what it has in common with the version in use; never more. */
function initialGrants(plugin: InstalledPlugin, version: PluginVersionRecord): readonly string[] {
  if (version.approvedAt !== null) return version.granted;
  const before = currentVersion(plugin)?.granted ?? [];
  return version.manifest.permissions.filter((permission) => before.includes(permission));
}

function actionOf({ currentId, versions }: InstalledPlugin, { id }: PluginVersionRecord): string {
  if (currentId === null) return 'plugins.approve';
  if (id === currentId) return 'plugins.save';
  const place = (each: string) => versions.findIndex((one) => one.id === each);
  return place(id) < place(currentId) ? 'plugins.update' : 'plugins.roll-back';
}
