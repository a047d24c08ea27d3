import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Puzzle, Upload } from 'lucide-react';
import type { InstalledPlugin } from '#core/protocol';
import {
  Badge,
  Button,
  EmptyState,
  ErrorPanel,
  FileButton,
  Skeleton,
  Table,
  useI18n,
  useTranslate,
} from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { currentVersion } from '../model/plugin-review.ts';
import type { Roles } from '../model/roles.ts';
import { AllowFull } from './AllowFull.tsx';
import { PluginDialog } from './PluginDialog.tsx';
import { PluginKeys } from './PluginKeys.tsx';
import { PluginLock } from './PluginLock.tsx';
import { PluginOffers } from './PluginOffers.tsx';
import { titleOf } from './plugin-title.ts';
import { useAttempt } from './useAttempt.tsx';

interface PluginsTabProps {
  plugins: InstalledPlugins;
  roles: Roles;
  maySwitchRoles: boolean;
  mayAllowFull: boolean;
}

/** The plugins from outside: upload, review, and the keys that may sign them. */
export const PluginsTab = observer(function PluginsTab(props: PluginsTabProps) {
  const { plugins, roles, maySwitchRoles, mayAllowFull } = props;
  const t = useTranslate('administration');
  const { language } = useI18n();
  const { attempt, problem } = useAttempt();
  const [isSending, setSending] = useState(false);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    void plugins.load();
    const following = plugins.changes$.subscribe(() => void plugins.load());
    return () => following.unsubscribe();
  }, [plugins]);

  const upload = async (file: File) => {
    setSending(true);
    await attempt(plugins.upload(file));
    setSending(false);
  };
  const button = (
    <FileButton
      variant="primary"
      icon={<Upload aria-hidden="true" />}
      accept={['.zip']}
      isPending={isSending}
      onFile={(file) => void upload(file)}
    >
      {t('plugins.upload')}
    </FileButton>
  );
  if (plugins.state === 'failed')
    return <ErrorPanel error={plugins.error} onRetry={() => void plugins.load()} />;
  if (plugins.state === 'loading') return <Skeleton lines={8} />;
  const { opened } = plugins;
  return (
    <>
      <div className="adm-bar">
        <p className="g-muted">{t('plugins.what')}</p>
        <Button onPress={() => setLooking(true)}>{t('plugins.from-elsewhere')}</Button>
        {button}
      </div>
      {problem}
      <Table<InstalledPlugin>
        label={t('tab.plugins')}
        rows={plugins.list}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        onOpen={(plugin) => void attempt(plugins.open(plugin))}
        empty={
          <EmptyState icon={<Puzzle />} title={t('plugins.none')}>
            {t('plugins.none-text')}
          </EmptyState>
        }
        columns={[
          { id: 'title', title: t('plugins.title'), cell: (plugin) => titleOf(plugin, language) },
          {
            id: 'version',
            title: t('plugins.version'),
            cell: (plugin) => currentVersion(plugin)?.manifest.version ?? '–',
          },
          { id: 'state', title: t('plugins.state'), cell: (plugin) => <PluginState plugin={plugin} /> },
        ]}
      />
      <PluginKeys plugins={plugins} />
      <PluginLock plugins={plugins} />
      {mayAllowFull && <AllowFull plugins={plugins} />}
      {isLooking && <PluginOffers plugins={plugins} onClose={() => setLooking(false)} />}
      {opened && !isLooking && (
        <PluginDialog
          plugin={opened}
          plugins={plugins}
          roles={roles}
          maySwitchRoles={maySwitchRoles}
          mayAllowFull={mayAllowFull}
          onClose={() => plugins.close()}
        />
      )}
    </>
  );
});

function PluginState({ plugin }: { plugin: InstalledPlugin }) {
  const t = useTranslate('administration');
  const newest = plugin.versions[0]!;
  return (
    <span className="adm-badges">
      {(currentVersion(plugin) ?? newest).manifest.kind === 'full' && (
        <Badge kind="danger">{t('plugins.full')}</Badge>
      )}
      {plugin.enabled ? (
        <Badge kind="success">{t('plugins.on')}</Badge>
      ) : (
        <Badge>{t(plugin.currentId === null ? 'plugins.unreviewed' : 'plugins.off')}</Badge>
      )}
      {plugin.currentId !== null && newest.id !== plugin.currentId && newest.approvedAt === null && (
        <Badge kind="warning">{t('plugins.newer', { version: newest.manifest.version })}</Badge>
      )}
      {plugin.enabled && plugin.failingJob !== null && (
        <Badge kind="danger">{t('plugins.jobs-failing')}</Badge>
      )}
    </span>
  );
}
