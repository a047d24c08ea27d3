import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { isGivenFile, type LayerSource } from '#core/protocol';
import {
  AlertDialog,
  Button,
  ColourDot,
  Icon,
  IconButton,
  Popover,
  Slider,
  Switch,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { MAPS } from '#plugins/work/map-2d/api';
import { TOOLS } from '#core/tools';
import { EXTERNAL_LAYERS, type LayerEntry } from '../model/project-external-layers.ts';
import { refusedServer } from '../model/refused-server.ts';
import { hasObjects } from '../model/objects-in-view.ts';
import { PICTURE_PLACING } from '../model/services.ts';
import { AllowServer } from './AllowServer.tsx';
import { CopyButton } from './CopyButton.tsx';
import { EditLayerDialog } from './EditLayerDialog.tsx';
import { ImportButton } from './ImportButton.tsx';
import { Legend } from './Legend.tsx';
import { TimeField } from './TimeField.tsx';

/** One layer: visibility, name, settings, and what is wrong with it. */
export const LayerRow = observer(function LayerRow({ entry }: { entry: LayerEntry }) {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const placing = useService(PICTURE_PLACING);
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { layer, source, visible, opacity, snaps } = entry;
  const { id, name } = layer;
  return (
    <>
      <span className="ext-sign">
        {'colour' in source ? <ColourDot colour={source.colour} /> : <Icon name="image" />}
      </span>
      <span className={visible ? 'ext-name' : 'ext-name ext-hidden'} title={titleOf(source)}>
        {name}
      </span>
      <IconButton
        size="s"
        label={t(visible ? 'hide' : 'show', { name })}
        icon={<Icon name={visible ? 'eye' : 'eye-off'} />}
        onPress={() => layers.setVisible(id, !visible)}
      />
      <Popover
        label={t('settings', { name })}
        placement="left top"
        className="ext-popover"
        trigger={<IconButton size="s" label={t('settings', { name })} icon={<Icon name="sliders" />} />}
      >
        {(close) => (
          <>
            <Slider
              label={t('opacity')}
              value={opacity}
              minValue={0}
              maxValue={1}
              step={0.05}
              formatOptions={{ style: 'percent' }}
              onChange={(value) => layers.setOpacity(id, value)}
            />
            {source.kind === 'wms' && source.times !== '' && (
              <TimeField source={source} onChange={(time) => layers.setTime(id, time)} />
            )}
            {source.kind === 'wms' && source.legend !== null && (
              <Legend id={id} name={name} address={source.legend} />
            )}
            {hasObjects(source) && (
              <>
                <Switch
                  isSelected={snaps}
                  onChange={(on) => layers.setSnaps(id, on)}
                  description={t('snap.help')}
                >
                  {t('snap')}
                </Switch>
                <CopyButton entry={entry} onDone={close} />
              </>
            )}
            {(source.kind === 'features' || source.kind === 'file') && (
              <ImportButton entry={entry} onDone={close} />
            )}
            {source.kind === 'file' && (
              <Button
                icon={<Icon name="extent" />}
                onPress={() => {
                  close();
                  views.active?.fly(source.extent);
                }}
              >
                {t('file.zoom')}
              </Button>
            )}
            {layer.mayEdit && source.kind === 'picture' && (
              <Button
                icon={<Icon name="image" />}
                onPress={() => {
                  close();
                  void placing.again(layer, source);
                  void tools.activate('external-layers.place');
                }}
              >
                {t('picture.again')}
              </Button>
            )}
            {layer.mayEdit && (
              <>
                <Button
                  icon={<Icon name="edit" />}
                  onPress={() => {
                    close();
                    setEditing(true);
                  }}
                >
                  {t('edit')}
                </Button>
                <Button
                  icon={<Icon name="trash" />}
                  onPress={() => {
                    close();
                    setDeleting(true);
                  }}
                >
                  {t('delete')}
                </Button>
              </>
            )}
          </>
        )}
      </Popover>
      {visible && <Remarks entry={entry} />}
      {editing && <EditLayerDialog entry={entry} onClose={() => setEditing(false)} />}
      <AlertDialog
        title={t('delete.title', { name })}
        isOpen={deleting}
        action={t('delete.action')}
        onAction={() => layers.remove(layer)}
        onClose={() => setDeleting(false)}
      >
        {t(`delete.${layer.owner}`)} {isGivenFile(source) && t('delete.file')}
      </AlertDialog>
    </>
  );
});

function titleOf(source: LayerSource): string | undefined {
  if (source.kind === 'file') return `${source.url.slice('file:'.length)} (${source.readAs})`;
  return 'url' in source ? source.url.replace(/^file:/, '') : undefined;
}

/** Why the layer is not drawn in the open map, or not completely. */
const Remarks = observer(function Remarks({ entry: { layer, problem } }: { entry: LayerEntry }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const layers = useService(EXTERNAL_LAYERS);
  const maps = useService(MAPS);
  const map = useObservable(maps.current$, maps.current);
  if (layer.credentialsState === 'unreadable')
    return <p className="ext-problem">{t('credentials.unreadable')}</p>;
  if (map && layers.undrawn.get(map.kind)?.includes(layer.id))
    return <p className="ext-remark">{t('only-flat')}</p>;
  const refused = refusedServer(problem);
  if (problem !== undefined)
    return (
      <div className="ext-problem" role="status">
        <span>{sentenceOf(problem)}</span>
        {refused === undefined ? (
          <Button size="s" onPress={() => layers.retry(layer.id)}>
            {t('retry')}
          </Button>
        ) : (
          <AllowServer server={refused} />
        )}
      </div>
    );
  if (layers.waiting.has(layer.id)) return <p className="ext-remark">{t('waiting')}</p>;
  if (layers.cut.has(layer.id)) return <p className="ext-remark">{t('features.first')}</p>;
  const { maxScale } = layer;
  return maxScale === null ? null : (
    <p className="ext-remark">{t('from-scale', { scale: i18n.number(maxScale) })}</p>
  );
});
