import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { LivenessNotice } from './liveness-notice.tsx';
import classes from './membership-check.module.css';
import { RECENT_CHECK } from './recent-check.ts';
import { StatusBanner } from './status-banner.tsx';
import { getBanner, type Verification } from './verification-result.tsx';

/** Disables automatic refetches, because by then the scanned code would have expired. */
const QUERY_OPTIONS = { ...RECENT_CHECK, refetchOnWindowFocus: false, refetchOnReconnect: false };

interface MembershipCheckProps {
  number: string;
  /** The code that was scanned with the number, or '' if there was none. */
  scan: string;
}

/** Shows the result of a scan, large enough to read at arm's length. */
export function MembershipCheck({ number, scan }: MembershipCheckProps) {
  const input = scan === '' ? { number } : { number, scan };
  const verification = trpc.verification.find.useQuery(input, QUERY_OPTIONS);
  return (
    <section aria-label="Membership check" aria-busy={verification.isPending} className={classes.check}>
      {verification.isPending ? <Skeleton heights={['11rem', '4rem']} /> : null}
      {verification.isError ? (
        <ErrorBox
          message={toFailure(verification.error).message}
          onRetry={() => void verification.refetch()}
        />
      ) : null}
      <div aria-live="polite">
        {verification.data ? <CheckedMembership membership={verification.data} number={number} /> : null}
        {verification.data === null ? (
          <div className={layout.card}>
            <StatusBanner kind="unknown" word="Not Found" large>
              There’s no membership with this ID.
            </StatusBanner>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function CheckedMembership({ membership, number }: { membership: Verification; number: string }) {
  const { updatedStatus, summary, planName, liveness } = membership;
  const isActive = updatedStatus === 'active' && !membership.isCompanyPlan;
  return (
    <article className={layout.card}>
      <StatusBanner {...getBanner(membership)} large>
        {summary.text}
      </StatusBanner>
      {isActive ? <LivenessNotice liveness={liveness} /> : null}
      <div className={classes.facts}>
        {isActive ? (
          <Facts>
            <Fact name="Names on Card">
              <ul className={layout.plainList}>
                {listNames(membership).map(({ key, name }) => (
                  <li key={key}>
                    <PersonName name={name} />
                  </li>
                ))}
              </ul>
            </Fact>
            <Fact name="Card Plan">{planName}</Fact>
          </Facts>
        ) : null}
        <Link to={paths.verifyCard(number)} className={classes.more}>
          See all details
        </Link>
      </div>
    </article>
  );
}

/**
 * Lists the holder and, on a family plan, the other members. Keys include the index, because two members may
 * share a name.
 */
function listNames(membership: Verification): Array<{ key: string; name: string }> {
  const { firstname, lastname, spouseFirstname, spouseLastname, familyMembers } = membership;
  const spouse = formatPersonName({ firstname: spouseFirstname, lastname: spouseLastname });
  const names = [
    formatPersonName({ firstname, lastname }),
    ...(spouse === '' ? [] : [spouse]),
    ...familyMembers,
  ];
  return names.map((name, index) => ({ key: `${index} ${name}`, name }));
}
