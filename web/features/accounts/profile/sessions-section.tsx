import { formatLongDate } from '#server/lib/dates.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './profile.module.css';

type Session = RouterOutputs['accounts']['profile']['sessions'][number];

export function SessionsSection() {
  const sessions = trpc.accounts.profile.sessions.useQuery();
  return (
    <section className={classes.section} aria-labelledby="profile-sessions">
      <h2 id="profile-sessions">Where you’re logged in</h2>
      {sessions.data ? <SessionList sessions={sessions.data} /> : null}
      {sessions.isPending ? <Skeleton heights={['4rem', '4rem']} /> : null}
      {sessions.isError ? (
        <ErrorBox message={toFailure(sessions.error).message} onRetry={() => void sessions.refetch()} />
      ) : null}
    </section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const utils = trpc.useUtils();
  const onSuccess = () => utils.accounts.profile.sessions.invalidate();
  const endSession = trpc.accounts.profile.endSession.useMutation({ onSuccess });
  const endOthers = trpc.accounts.profile.endOtherSessions.useMutation({ onSuccess });
  const error = endSession.error ?? endOthers.error;
  return (
    <>
      {error ? <ErrorBox message={toFailure(error).message} focus /> : null}
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.session}>
            <div>
              <p className={classes.device}>{session.device ?? 'Unknown device'}</p>
              <p className={classes.remark}>{describeUse(session)}</p>
            </div>
            {session.isCurrent ? null : (
              <Button
                variant="secondary"
                busy={endSession.isPending && endSession.variables.id === session.id}
                onClick={() => endSession.mutate({ id: session.id })}
                aria-label={`Log out ${session.device ?? 'Unknown device'}, ${describeUse(session)}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button variant="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out everywhere else
          </Button>
        </div>
      ) : (
        <p className={classes.remark}>You’re not logged in anywhere else.</p>
      )}
    </>
  );
}

function describeUse({ isCurrent, lastUsedAt, createdAt }: Session): string {
  if (isCurrent) return 'This device';
  const [usedAt, loggedInAt] = [toDate(lastUsedAt), toDate(createdAt)];
  return [
    usedAt === null ? null : `Last used ${formatLongDate(usedAt)}`,
    loggedInAt === null ? null : `logged in ${formatLongDate(loggedInAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
