import { useEffect, useId, useState } from 'react';
import { API, projectOptions } from '#core/api';
import { AppError, sentenceOf } from '#core/kernel';
import type { AccessRequest, Role } from '#core/protocol';
import {
  Button,
  Dialog,
  Form,
  PickMany,
  Select,
  useI18n,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { Requests } from '../model/requests.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

interface RequestDialogProps {
  requests: Requests;
  request: AccessRequest;
  mayGiveProjects: boolean;
  onClose: () => void;
}

/** One access request: its text, and the role and projects to grant. */
export function RequestDialog({ requests, request, mayGiveProjects, onClose }: RequestDialogProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const form = useId();
  const organizationId = useService(SESSION).me?.organizationId;
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [error, setError] = useState<string>();
  const [roleId, setRole] = useState<string | null>(null);
  const [projects, setProjects] = useState<readonly Option[]>(
    request.project ? [{ value: request.project.id, title: request.project.projectName }] : [],
  );
  const [refusing, setRefusing] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    requests
      .roles(organizationId, abort.signal)
      .then(setRoles, (failure: unknown) => !abort.signal.aborted && setError(sentenceOf(failure)));
    return () => abort.abort();
  }, [requests, organizationId]);

  const { name, email, wish, reason, at, state, known, decidedAt, decidedBy } = request;
  const accept = async () => {
    // A known person keeps their role, but the server requires one in the call.
    const role = roleId ?? (known ? roles[0]?.role_id : undefined);
    if (role === undefined) throw new AppError('role-missing', t('request.role.missing'));
    const projectIds = mayGiveProjects ? projects.map(({ value }) => value) : [];
    const mailed = await requests.accept(request, { roleId: role, projectIds });
    toasts.show('success', i18n.t(`communications:accepted.${mailed ? 'mailed' : 'logged'}`, { email }));
    onClose();
  };

  if (refusing) return <RefuseDialog requests={requests} request={request} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('request.title', { name })}
      onClose={onClose}
      footer={
        state === 'pending' && (
          <>
            <Button onPress={() => setRefusing(true)}>{t('refuse')}</Button>
            <Button variant="primary" type="submit" form={form}>
              {t('accept')}
            </Button>
          </>
        )
      }
    >
      <dl className="comms-facts">
        <dt>{t('request.email')}</dt>
        <dd>{email}</dd>
        <dt>{t('request.wish')}</dt>
        <dd>{wish}</dd>
        <dt>{t('at')}</dt>
        <dd>{i18n.date(at, { dateStyle: 'long', timeStyle: 'short' })}</dd>
        <dt>{t('request.reason')}</dt>
        <dd className="comms-text">{reason}</dd>
        {decidedAt && (
          <>
            <dt>{t(`state.${state}`)}</dt>
            <dd>
              {decidedBy} · {i18n.date(decidedAt, { dateStyle: 'long', timeStyle: 'short' })}
            </dd>
          </>
        )}
      </dl>
      {error && <p className="g-error">{error}</p>}
      {state === 'pending' && (
        <Form id={form} onSubmit={accept}>
          {known ? (
            <p>{t('request.known')}</p>
          ) : (
            <Select
              label={t('request.role')}
              value={roleId}
              onChange={setRole}
              isRequired
              options={roles.map(({ role_id, role_name }) => ({ value: role_id, title: role_name }))}
            />
          )}
          {mayGiveProjects && (
            <PickMany
              label={t('request.projects')}
              placeholder={t('request.projects.find')}
              find={(text, signal) => projectOptions(api, text, signal)}
              chosen={projects}
              onChange={setProjects}
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}
