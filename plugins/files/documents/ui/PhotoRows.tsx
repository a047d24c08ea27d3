import { observer } from 'mobx-react-lite';
import type { PhotoOf } from '#core/protocol';
import {
  Badge,
  ErrorPanel,
  Icon,
  IconButton,
  Skeleton,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { OPENED_FILE } from '../model/opened-file.ts';
import { PHOTO_LIST } from '../model/photo-list.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** The photos of the selected object or of a place on the map, from above and from the side: loading, then success or fail. */
export const PhotoRows = observer(function PhotoRows() {
  const t = useTranslate('documents');
  const list = useService(PHOTO_LIST);
  const { rowsState, rows, rowsError, place } = list;
  if (rowsState === 'none') return null;
  const isBare = place !== undefined && 'at' in place;
  return (
    <section className="doc-rows" aria-label={t('rows')} aria-busy={rowsState === 'loading'}>
      <div className="doc-rows-head">
        <h3>{t(isBare ? 'rows.place' : 'rows')}</h3>
        {isBare && (
          <IconButton
            size="s"
            label={t('rows.close')}
            icon={<Icon name="close" />}
            onPress={() => list.forgetPlace()}
          />
        )}
      </div>
      {rowsState === 'loading' && <Skeleton height={80} />}
      {rowsState === 'fail' && (
        <ErrorPanel
          title={t('rows.failed')}
          error={new Error(rowsError)}
          onRetry={() => place && void list.find(place)}
        />
      )}
      {rowsState === 'success' &&
        (['top', 'bottom'] as const).map((row) => <Row key={row} row={row} photos={rows[row]} />)}
    </section>
  );
});

function Row({ row, photos }: { row: 'top' | 'bottom'; photos: readonly PhotoOf[] }) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const opened = useService(OPENED_FILE);
  const list = useService(PHOTO_LIST);
  const ids = photos.map(({ id }) => id);
  return (
    <>
      <h4>{t(`rows.${row}`)}</h4>
      {photos.length === 0 ? (
        <p className="g-muted">{t(`rows.${row}.none`)}</p>
      ) : (
        <ul className="doc-strip" aria-label={t(`rows.${row}`)}>
          {photos.map(({ id, version, name, distance, sees }) => (
            <li key={id}>
              <button type="button" title={name} onClick={() => opened.open(id, list.projectId!, ids)}>
                <span className="doc-strip-picture">
                  <Thumbnail id={id} version={version} icon="image" />
                </span>
                <span className="g-hidden">{name}</span>
                <span className="doc-facts g-figures">
                  {i18n.number(distance, { maximumFractionDigits: distance < 10 ? 1 : 0 })} m
                  <Badge kind={sees === true ? 'success' : 'neutral'}>
                    {t(sees === true ? 'sees.yes' : sees === false ? 'sees.no' : 'sees.unknown')}
                  </Badge>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
