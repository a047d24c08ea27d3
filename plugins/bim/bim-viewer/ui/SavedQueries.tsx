import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { allows } from '#core/access';
import { isAbort, sentenceOf } from '#core/kernel';
import { Button, Form, Icon, IconButton, Select, TextField, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { MODEL_FINDER } from '../model/finding.ts';
import { SAVED_QUERIES } from '../model/saved-queries.ts';

/** The searches that are saved in the project. */
export const SavedQueries = observer(function SavedQueries() {
  const t = useTranslate('bim-viewer');
  const saved = useService(SAVED_QUERIES);
  const finder = useService(MODEL_FINDER);
  const { me } = useService(SESSION);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string>();
  const [error, setError] = useState<string>();
  const attempt = (work: Promise<void>) =>
    void work.then(
      () => setError(undefined),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
  useEffect(() => attempt(saved.read()), [saved]);
  const maySave = me !== undefined && allows(me, { needs: ['bim.comment'] });
  const query = saved.queries.find(({ id }) => id === chosen);
  return (
    <div className="bim-queries">
      {saved.queries.length > 0 && (
        <div className="bim-query">
          <Select
            label={t('query')}
            placeholder={t('query.choose')}
            value={chosen}
            options={saved.queries.map(({ id, name: title }) => ({ value: id, title }))}
            onChange={(id) => {
              setChosen(id);
              const one = saved.queries.find((each) => each.id === id);
              if (one) saved.search(one);
            }}
          />
          {maySave && query && (
            <IconButton
              label={t('query.delete', { name: query.name })}
              icon={<Icon name="delete" />}
              onPress={() => attempt(saved.remove(query))}
            />
          )}
        </div>
      )}
      {maySave && finder.isFiltered && name === undefined && (
        <Button size="s" variant="quiet" onPress={() => setName(query?.name ?? '')}>
          {t('query.save-as')}
        </Button>
      )}
      {name !== undefined && (
        <Form
          onSubmit={async () => {
            await saved.save(name.trim());
            setName(undefined);
          }}
        >
          <div className="bim-query">
            <TextField label={t('query.name')} value={name} onChange={setName} maxLength={120} autoFocus />
            <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
              {t('query.save')}
            </Button>
            <IconButton
              label={t('query.cancel')}
              icon={<Icon name="close" />}
              onPress={() => setName(undefined)}
            />
          </div>
        </Form>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
